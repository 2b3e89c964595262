import { lstat, mkdir, mkdtemp, readFile, readlink, realpath, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { firstLineOf, PostgresUnavailable } from "./postgres-unavailable.ts";

/** Where our own PostgreSQL keeps what it has. */
export type DataFolder = {
  /** The folder as the file system knows it. */
  path: string;
  /** The cluster's files, and its socket. */
  cluster: string;
  /** The socket on which the process that keeps the folder answers others; short enough for the system. */
  holderSocket: string;
  /** The folder of PostgreSQL's socket as clients name it; short enough for the system. */
  socketFolder: string;
};

/** The system takes 107 bytes for a socket's path. */
const longestSocketPathBytes = 100;
const longestName = "/postgres/.s.PGSQL.5432";

/** Makes the data folder if needed and says where everything in it is. Call `shorten` before a socket is opened. */
export async function makeDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await realpath(dataDir);
  } catch (failure) {
    throw new PostgresUnavailable(`the data folder ${dataDir} cannot be made: ${firstLineOf(failure)}`);
  }
}

/** The places in the folder. A path too long for a socket is reached through a link in a private folder, made once and remembered. */
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

/** A temporary folder may itself be deep (`TMPDIR`); the system's own is not. */
function shortTemporaryFolder(): string {
  return Buffer.byteLength(`${os.tmpdir()}/guichet-XXXXXX/data${longestName}`) <= longestSocketPathBytes
    ? os.tmpdir()
    : "/tmp";
}

/** The link counts only while it leads here and its folder is open to nobody else. */
async function leadsTo(link: string, folder: string): Promise<boolean> {
  try {
    const holder = await lstat(path.dirname(link));
    const closed = holder.isDirectory() && (holder.mode & 0o077) === 0 && holder.uid === process.getuid?.();
    return closed && (await readlink(link)) === folder;
  } catch {
    return false;
  }
}
