import { constants } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import path from "node:path";

/**
 * Where files for the bank and from it are: two folders on this machine or at the bank. A path is relative to one of them, such as
 * `refused/1.xml`. Every operation throws the error of the place if it fails.
 */
export interface BankFolder {
  outgoing: ExchangeFolder;
  incoming: ExchangeFolder;
}

export interface ExchangeFolder {
  /** The place, for messages. */
  name: string;
  /** Names of the files in it, without those of its subfolders. */
  list(): Promise<string[]>;
  exists(file: string): Promise<boolean>;
  /** The content of a file; undefined: it has more bytes. */
  read(file: string, bytesMax: number): Promise<Uint8Array | undefined>;
  /** Writes a file, which is on the disk afterwards; its folder is created. */
  write(file: string, content: string): Promise<void>;
  remove(file: string): Promise<void>;
  /** Renames a file; the folder of its new name is created. */
  rename(from: string, to: string): Promise<void>;
}

/** Runs `use` with the folders open, and closes them. */
export type OpenBankFolder = <T>(use: (folder: BankFolder) => Promise<T>) => Promise<T>;

/** The folders `outgoing` and `incoming` in a folder on this machine, which a program of the bank empties and fills. */
export const localBankFolder =
  (folder: string): OpenBankFolder =>
  (use) =>
    use({ outgoing: localFolder(path.join(folder, "outgoing")), incoming: localFolder(path.join(folder, "incoming")) });

function localFolder(folder: string): ExchangeFolder {
  const at = (file: string) => path.join(folder, file);
  const create = (file: string) => mkdir(path.dirname(at(file)), { recursive: true, mode: 0o700 });
  return {
    name: folder,
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const found = await readdir(folder, { withFileTypes: true });
      return found.filter((one) => one.isFile()).map(({ name }) => name);
    },
    exists: (file) =>
      access(at(file), constants.F_OK).then(
        () => true,
        () => false,
      ),
    read: async (file, bytesMax) => ((await stat(at(file))).size > bytesMax ? undefined : readFile(at(file))),
    async write(file, content) {
      await create(file);
      const handle = await open(at(file), "w", 0o600);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    remove: (file) => unlink(at(file)),
    async rename(from, to) {
      await create(to);
      await rename(at(from), at(to));
    },
  };
}
