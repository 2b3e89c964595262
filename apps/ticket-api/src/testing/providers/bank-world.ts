import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BankChannel } from "@guichet/contract/integrations/bank-channel.ts";
import { afterEach, beforeEach } from "vitest";
import { movableClock } from "../../clock.ts";
import { connect } from "../../database/connection.ts";
import { randomIds } from "../../ids.ts";
import { bankFiles } from "../../integrations/bank-files/bank-files.ts";
import { type ImportResult, importBankFile } from "../../integrations/bank-files/import-file.ts";
import { bankId } from "../../integrations/debit-message.ts";
import type { Debit, DebitFile, DirectDebits } from "../../integrations/direct-debit.ts";
import { testDatabase } from "../database.ts";
import { accountReportXml, bytes, type DetailSample, type EntrySample } from "./bank-samples.ts";

const account = "FR7630006000010000000000928";
export const debtor = { name: "Ana Silva", iban: "FR7630006000010000000000152" };
export const clock = movableClock();
/** A week before the debits of `fileOf` are collected. */
clock.setOffset(Date.parse("2026-11-20T09:00:00Z") - Date.now());
export const ids = randomIds(() => clock.now().getTime());
export const now = () => clock.iso();

/** A database and a folder for each test, and a bank by files in them: by hand, until a test calls `useFolder`. */
export function openBankWorld() {
  let connection: ReturnType<typeof connect>;
  let drop: () => Promise<void>;
  let folder: string;
  let bank: DirectDebits;
  let reports = 0;

  beforeEach(async () => {
    const database = await testDatabase();
    drop = database.drop;
    connection = connect(database.url, 6, () => undefined);
    folder = await mkdtemp(path.join(tmpdir(), "guichet-bank-"));
    bank = bankOf({ kind: "manual" });
  });
  afterEach(async () => {
    await connection.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  const bankOf = (channel: BankChannel, isReadOnly = false) =>
    bankFiles({
      db: connection.db,
      clock,
      ids,
      channel,
      creditorAccounts: async () => [account],
      debtorOf: async () => debtor,
      isReadOnly,
    });
  const importXml = (xml: string): Promise<ImportResult> => {
    const needs = { db: connection.db, now, newId: () => ids.uuid(), creditorAccounts: async () => [account] };
    return importBankFile(needs, bytes(xml));
  };
  return {
    bankOf,
    importXml,
    db: () => connection.db,
    folder: () => folder,
    bank: () => bank,
    useFolder: () => {
      bank = bankOf({ kind: "folder", folder });
    },
    submitted: async (...debits: Debit[]): Promise<DebitFile> => {
      const file = fileOf(...debits);
      await bank.submit(file);
      return file;
    },
    importEntries: (...entries: EntrySample[]) => {
      reports += 1;
      return importXml(accountReportXml({ id: `R${reports}`, entries }));
    },
    stateOf: async (one: Debit) => {
      const state = await bank.get(one.reference);
      return [state?.state, state?.reason];
    },
  };
}

export const debit = (amount: number, more: Partial<Debit> = {}): Debit => ({
  reference: ids.uuid(),
  orderId: ids.uuid(),
  orderNumber: "2026-000001",
  amount: { amount, currency: "EUR" },
  mandate: { reference: `GU-${ids.spoken(12)}`, signedOn: "2026-11-20" },
  debtor,
  sequence: "OOFF",
  ...more,
});

export const fileOf = (...debits: Debit[]): DebitFile => ({
  id: ids.uuid(),
  createdAt: now(),
  collectOn: "2026-11-27",
  creditor: { name: "Regie du Nord", id: "FR48ZZZ594823", address: "1 rue", iban: account },
  debits,
});

const euros = (amount: number): string => (amount / 100).toFixed(2);
export const detailOf = (one: Debit, more: Partial<DetailSample> = {}): DetailSample => ({
  endToEndId: bankId(one.reference),
  amount: euros(one.amount.amount),
  ...more,
});
export const credit = (one: Debit): EntrySample => ({ amount: euros(one.amount.amount), details: [detailOf(one)] });
export const returnOf = (one: Debit, code?: string): EntrySample => ({
  amount: euros(one.amount.amount),
  direction: "DBIT",
  details: [detailOf(one, code === undefined ? {} : { code })],
});

export const attentionsOf = (result: ImportResult) =>
  result.outcome === "imported" ? result.entries.flatMap(({ attention }) => attention ?? []) : [result.outcome];
