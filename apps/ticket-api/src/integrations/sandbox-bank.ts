import { exchange } from "@guichet/contract/integrations/exchange.ts";
import {
  type BankDebit,
  bankDebit,
  bankError,
  debitPage,
  fileAnswer,
  sandboxBankPaths,
} from "@guichet/contract/integrations/sandbox-bank.ts";
import type { z } from "zod";
import { bankId, debitMessage, ownId } from "./debit-message.ts";
import { BankUnreachable, type DebitState, type DirectDebits } from "./direct-debit.ts";
import { ProviderRefused } from "./payment-provider.ts";
import { jsonOf, passingStatuses } from "./provider-response.ts";

const timeoutMs = 15_000;
const pageSize = 100;

/**
 * The sandbox's bank over HTTP. A call without a response within 15 s, or with a malformed one, throws `BankUnreachable`; a refused one
 * throws `ProviderRefused`.
 */
export function sandboxBank({ url, apiKey }: { url: string; apiKey: string }): DirectDebits {
  const { files, debits } = sandboxBankPaths;
  const at = (reference: string) => `${debits}/${bankId(reference)}`;

  async function request<Schema extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    answer: Schema,
    body?: { type: string; text: string },
  ): Promise<z.output<Schema>> {
    const { status, text } = await send(method, path, body);
    const content = jsonOf(text);
    if (status >= 200 && status < 300) {
      const read = answer.safeParse(content);
      if (read.success) return read.data;
      throw new BankUnreachable(`${method} ${path}: malformed response`);
    }
    const refused = bankError.safeParse(content);
    if (status >= 500 || passingStatuses.has(status) || !refused.success)
      throw new BankUnreachable(`${method} ${path}: HTTP ${status}`);
    throw new ProviderRefused(refused.data.error.code, refused.data.error.message);
  }

  async function send(method: "GET" | "POST", path: string, body?: { type: string; text: string }) {
    try {
      const headers = { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": body.type }) };
      return await exchange(url + path, { method, headers, body: body?.text, timeoutMs });
    } catch (cause) {
      throw new BankUnreachable(`${method} ${path}: no response`, { cause });
    }
  }

  return {
    async submit(file) {
      await request("POST", files, fileAnswer, { type: "application/xml", text: debitMessage(file) });
    },
    async get(reference) {
      try {
        return debitStateOf(await request("GET", at(reference), bankDebit));
      } catch (failure) {
        if (failure instanceof ProviderRefused && failure.code === "debit_unknown") return undefined;
        throw failure;
      }
    },
    async sendBack(reference, transfer) {
      const text = JSON.stringify(transfer);
      return debitStateOf(
        await request("POST", `${at(reference)}/transfers`, bankDebit, { type: "application/json", text }),
      );
    },
    async listSince(cursor) {
      const query = new URLSearchParams({ limit: String(pageSize), ...(cursor !== undefined && { cursor }) });
      const page = await request("GET", `${debits}?${query}`, debitPage);
      return { debits: page.items.map(debitStateOf), cursor: page.cursor, more: page.more };
    },
  };
}

function debitStateOf(debit: BankDebit): DebitState {
  const { endToEndId, instructionId, amount, state, reason, transfers, changedAt } = debit;
  const sent = transfers.reduce((sum, transfer) => sum + transfer.amount.amount, 0);
  return {
    reference: ownId(endToEndId),
    orderId: ownId(instructionId),
    amount,
    state,
    reason,
    sentBack: { amount: sent, currency: amount.currency },
    transfers: transfers.map((transfer) => ({ reference: transfer.key, amount: transfer.amount, at: transfer.at })),
    changedAt,
  };
}
