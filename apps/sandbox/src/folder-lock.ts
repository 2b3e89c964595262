import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Locks the folder for this process; throws if another living process has it. Returns the function that unlocks it. */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, "sandbox.pid");
  const holder = Number(await readFile(path, "utf8").catch(() => ""));
  if (Number.isInteger(holder) && holder > 0 && holder !== process.pid && (await isSandbox(holder))) {
    throw new Error(`The sandbox's folder is in use by process ${holder}: stop it, or choose another DATA_DIR.`);
  }
  await writeFile(path, String(process.pid), { mode: 0o600 });
  return () => rm(path, { force: true });
}

// After a crash the pid may belong to any other program.
async function isSandbox(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "sandbox");
  return command.includes("sandbox");
}
