import { readdir, readFile } from "node:fs/promises";

/** Memory of a process and its descendants, in MB; undefined if the system does not report it. */
export async function memoryMb(pid: number): Promise<number | undefined> {
  const processes = await Promise.all((await pidsNow()).map(heldBy));
  const held = (of: number): number =>
    processes.reduce(
      (sum, one) => sum + (one?.pid === of ? one.megabytes : 0) + (one?.parent === of ? held(one.pid) : 0),
      0,
    );
  const sum = held(pid);
  return sum === 0 ? undefined : sum;
}

const pidsNow = async (): Promise<number[]> =>
  (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);

async function heldBy(pid: number): Promise<{ pid: number; parent: number; megabytes: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : { pid, parent: Number(parent), megabytes: Number(kilobytes) / 1024 };
}
