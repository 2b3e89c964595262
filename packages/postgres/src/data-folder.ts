import { lstat, mkdir, mkdtemp, readFile, readlink, realpath, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { firstLineOf, PostgresUnavailable } from "./postgres-unavailable.ts";

/** Paths of our own PostgreSQL. */
export type DataFolder = {
  /** The real path of the folder. */
  path: string;
  /** Folder of the cluster and its socket. */
  cluster: string;
  /** Socket on which the process that holds the folder responds to others; short enough for the system. */
  holderSocket: string;
  /** Folder of PostgreSQL's socket as used by clients; short enough for the system. */
  socketFolder: string;
};

/** Below the system's limit of 107 bytes for a socket path. */
const longestSocketPathBytes = 100;
const longestName = "/postgres/.s.PGSQL.5432";

/** Creates the data folder if needed and returns its real path. */
export async function makeDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await realpath(dataDir);
  } catch (failure) {
    throw new PostgresUnavailable(`the data folder ${dataDir} cannot be created: ${firstLineOf(failure)}`);
  }
}

/** Returns the paths in the folder. A path too long for a socket is reached through a link in a private folder, which is created once. */
export async function placesIn(folder: string): Promise<DataFolder> {
  const reach = Buffer.byteLength(folder + longestName) <= longestSocketPathBytes ? folder : await shortLinkTo(folder);
  return {
    path: folder,
    cluster: path.join(folder, "postgres"),
    holderSocket: path.join(reach, "postgres.holder"),
    socketFolder: path.join(reach, "postgres"),
  };
}

async function shortLinkTo(folder: string): Promise<string> {
  const record = path.join(folder, "postgres.short-path");
  const remembered = await readFile(record, "utf8").catch(() => undefined);
  if (remembered !== undefined && (await leadsTo(remembered, folder))) return remembered;
  const link = path.join(await mkdtemp(path.join(shortTemporaryFolder(), "guichet-")), "data");
  await symlink(folder, link);
  await writeFile(record, link, { mode: 0o600 });
  return link;
}

/** The system's temporary folder, since `TMPDIR` may itself be deep. */
function shortTemporaryFolder(): string {
  return Buffer.byteLength(`${os.tmpdir()}/guichet-XXXXXX/data${longestName}`) <= longestSocketPathBytes
    ? os.tmpdir()
    : "/tmp";
}

/** Whether the link leads to this folder, and its own folder is private. */
async function leadsTo(link: string, folder: string): Promise<boolean> {
  try {
    const holder = await lstat(path.dirname(link));
    const closed = holder.isDirectory() && (holder.mode & 0o077) === 0 && holder.uid === process.getuid?.();
    return closed && (await readlink(link)) === folder;
  } catch {
    return false;
  }
}
