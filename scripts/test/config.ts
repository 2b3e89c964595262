/** The environment settings of the test command. */
export interface TestSettings {
  /** The browser to use; undefined: the machine's own is searched for. */
  chromiumPath: string | undefined;
  /** Whether tests also repeat what differs in its circumstances only, before a release (decision 165). */
  isThorough: boolean;
  /** The folders in which programs are searched for. */
  searchPath: string[];
  environment: NodeJS.ProcessEnv;
}

export function testSettings(): TestSettings {
  return {
    chromiumPath: process.env.CHROMIUM_PATH || undefined,
    isThorough: process.env.TEST_THOROUGH === "1",
    searchPath: (process.env.PATH ?? "").split(":").filter((folder) => folder !== ""),
    environment: process.env,
  };
}
