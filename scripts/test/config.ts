/** What the test command takes from the environment. */
export interface TestSettings {
  /** The browser to use; without it the machine's own is looked for. */
  chromiumPath: string | undefined;
  /** The folders in which programs are looked for. */
  searchPath: string[];
  environment: NodeJS.ProcessEnv;
}

export function testSettings(): TestSettings {
  return {
    chromiumPath: process.env.CHROMIUM_PATH || undefined,
    searchPath: (process.env.PATH ?? "").split(":").filter((folder) => folder !== ""),
    environment: process.env,
  };
}
