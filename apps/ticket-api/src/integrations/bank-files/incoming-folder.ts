import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { messageLimits } from "../bank-messages/message-document.ts";
import { BankUnreachable } from "../direct-debit.ts";
import { type ImportNeeds, type ImportResult, importBankFile } from "./import-file.ts";

const filesPerRun = 1_000;

/**
 * Imports every `.xml` file of the folder `incoming`, oldest name first, and moves it to `incoming/imported`, or to `incoming/refused` with a
 * text that says why. After a crash between import and move, the file is found to be imported already. Throws `BankUnreachable` if the
 * folder cannot be read or changed.
 */
export async function importFolder(
  needs: ImportNeeds,
  folder: string,
  report: (name: string, result: ImportResult) => void,
): Promise<void> {
  const incoming = path.join(folder, "incoming");
  for (const name of await namesIn(incoming)) {
    const file = path.join(incoming, name);
    const result = await importOne(needs, file);
    report(name, result);
    try {
      const target = path.join(incoming, result.outcome === "refused" ? "refused" : "imported");
      await mkdir(target, { recursive: true, mode: 0o700 });
      if (result.outcome === "refused") await writeFile(path.join(target, `${name}.txt`), `${result.reason}\n`);
      await rename(file, path.join(target, name));
    } catch (cause) {
      throw new BankUnreachable(`${file} cannot be moved`, { cause });
    }
  }
}

async function namesIn(incoming: string): Promise<string[]> {
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const found = await readdir(incoming, { withFileTypes: true });
    const files = found.filter((one) => one.isFile() && one.name.toLowerCase().endsWith(".xml"));
    return files
      .map(({ name }) => name)
      .sort()
      .slice(0, filesPerRun);
  } catch (cause) {
    throw new BankUnreachable(`${incoming} cannot be read`, { cause });
  }
}

async function importOne(needs: ImportNeeds, file: string): Promise<ImportResult> {
  const content = await contentOf(file);
  return content === undefined
    ? { outcome: "refused", reason: `the file has more than ${messageLimits.bytes} bytes` }
    : importBankFile(needs, content);
}

async function contentOf(file: string): Promise<Uint8Array | undefined> {
  try {
    return (await stat(file)).size > messageLimits.bytes ? undefined : await readFile(file);
  } catch (cause) {
    throw new BankUnreachable(`${file} cannot be read`, { cause });
  }
}
