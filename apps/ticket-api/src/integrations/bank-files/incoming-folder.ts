import { messageLimits } from "../bank-messages/message-document.ts";
import { BankUnreachable } from "../bank-unreachable.ts";
import type { ExchangeFolder, OpenBankFolder } from "./bank-folder.ts";
import { type ImportNeeds, type ImportResult, importBankFile } from "./import-file.ts";

const filesPerRun = 1_000;

/**
 * Imports every `.xml` file of the folder `incoming`, oldest name first, and moves it to `incoming/imported`, or to `incoming/refused` with a
 * text that says why. After a crash between import and move, the file is found to be imported already. Throws `BankUnreachable` if the
 * folder cannot be read or changed.
 */
export const importFolder = (
  needs: ImportNeeds,
  open: OpenBankFolder,
  report: (name: string, result: ImportResult) => void,
): Promise<void> =>
  open(async ({ incoming }) => {
    const names = await during(incoming, "read", () => incoming.list());
    const files = names.filter((name) => name.toLowerCase().endsWith(".xml")).sort();
    for (const name of files.slice(0, filesPerRun)) {
      const result = await importOne(needs, incoming, name);
      report(name, result);
      await during(incoming, "changed", async () => {
        const target = result.outcome === "refused" ? "refused" : "imported";
        if (result.outcome === "refused") await incoming.write(`${target}/${name}.txt`, `${result.reason}\n`);
        await incoming.rename(name, `${target}/${name}`);
      });
    }
  });

async function importOne(needs: ImportNeeds, incoming: ExchangeFolder, name: string): Promise<ImportResult> {
  const content = await during(incoming, "read", () => incoming.read(name, messageLimits.bytes));
  return content === undefined
    ? { outcome: "refused", reason: `the file has more than ${messageLimits.bytes} bytes` }
    : importBankFile(needs, content);
}

async function during<T>(incoming: ExchangeFolder, done: "read" | "changed", work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new BankUnreachable(`${incoming.name} cannot be ${done}`, { cause });
  }
}
