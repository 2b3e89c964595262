import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { daysMs } from "../clock.ts";
import { configuredBank } from "../payments/configured-bank.ts";
import { accountReportXml, type EntrySample } from "./providers/bank-samples.ts";
import type { TestPerson } from "./test-people.ts";
import type { Shop } from "./test-purchase.ts";

/** A debit that was submitted, as the bank names it. */
export interface SubmittedDebit {
  endToEndId: string;
  /** As in a file: `12.50`. */
  amount: string;
  position: number;
}

/** A shop whose debits go to the bank by files in a folder, and what a test lets the bank say. */
export function bankFilesOf(shop: Shop, folder: string) {
  let reports = 0;
  const { deps } = shop.api;
  async function days(count: number): Promise<void> {
    for (let day = 0; day < count; day += 1) await shop.pass(daysMs(1));
    await sql`update user_session set expires_at = '2099-01-01', signed_in_at = '2099-01-01'`.execute(deps.db);
  }
  /** The bank lays a file into the folder, and the installation reads it at its next reconciliation. */
  async function bankSays(...entries: EntrySample[]): Promise<void> {
    reports += 1;
    const incoming = path.join(folder, "incoming");
    const part = path.join(incoming, `${reports}.part`);
    await writeFile(part, accountReportXml({ id: `R${reports}`, entries }));
    await rename(part, path.join(incoming, `${reports}.xml`));
    await days(1);
  }
  return {
    connect: () => {
      deps.debits = configuredBank({ kind: "folder", folder }, deps);
    },
    days,
    bankSays,
    /** The files for the bank, the oldest first. */
    sent: async (): Promise<string[]> => {
      const outgoing = path.join(folder, "outgoing");
      const names = await readdir(outgoing).catch(() => []);
      return Promise.all(names.toSorted().map((name) => readFile(path.join(outgoing, name), "utf8")));
    },
    /** The debits of an order so far, the oldest first. */
    debitsOf: async (orderId: string): Promise<SubmittedDebit[]> => {
      const found = await sql<SubmittedDebit>`select replace(id::text, '-', '') as "endToEndId",
          (amount / 100.0)::numeric(10, 2)::text as amount, installment as position
        from payment where order_id = ${orderId} and kind = 'debit' order by created_at, sequence`.execute(deps.db);
      return found.rows;
    },
    /** The state of an order and of its installments. */
    orderNow: async (person: TestPerson, orderId: string) => {
      const { body } = await shop.api.call("getOrders", { orderId }, { token: person.token });
      const [order] = body.items;
      return [order?.status, order?.parts.map(({ status }) => status)];
    },
    emailsOf: async (orderId: string): Promise<string[]> => {
      const found = await sql<{ template: string }>`select template from mail
        where contents ->> 'orderId' = ${orderId} order by created_at, template`.execute(deps.db);
      return found.rows.map(({ template }) => template);
    },
  };
}
export type BankFilesShop = ReturnType<typeof bankFilesOf>;

export const credited = ({ endToEndId, amount }: SubmittedDebit): EntrySample => ({
  amount,
  details: [{ endToEndId, amount }],
});
export const returnedFor = (code: string | undefined, { endToEndId, amount }: SubmittedDebit): EntrySample => ({
  amount,
  direction: "DBIT",
  details: [{ endToEndId, amount, ...(code !== undefined && { code }) }],
});

/** A French IBAN of its own: the key of the account number, then the check digits. */
export function testIban(account: number): string {
  const number = BigInt(account);
  const key = 97n - ((89n * 30006n + 15n * 1n + 3n * number) % 97n);
  const bban = `3000600001${String(account).padStart(11, "0")}${String(key).padStart(2, "0")}`;
  const check = 98n - (BigInt(`${bban}152700`) % 97n);
  return `FR${String(check).padStart(2, "0")}${bban}`;
}
