import { spawnSync } from "node:child_process";
import { chown, lchown, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

/** System account of PostgreSQL; undefined: the current one. */
export type ServerAccount = { uid: number; gid: number } | undefined;

/**
 * Chooses the account for PostgreSQL, which refuses to run as root. Root uses the owner of the cluster folder (unless that is
 * root), else the system account `guichet`, else `nobody`. Any other account runs it itself.
 */
export async function serverAccount(clusterFolder: string): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  for (const name of ["guichet", "nobody"]) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Changes the owner of a folder with its content. */
export async function giveTo(account: ServerAccount, folder: string): Promise<void> {
  if (account === undefined) return;
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(path.join(folder, entry), account.uid, account.gid);
}

/** Whether the account can traverse the folder and all its parents. */
export function canReach(account: ServerAccount, folder: string): boolean {
  if (account === undefined) return true;
  return (
    spawnSync("/bin/sh", ["-c", 'test -r "$1" && test -x "$1"', "sh", folder], { ...account, cwd: "/" }).status === 0
  );
}
