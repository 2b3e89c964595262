import { exchange } from "@guichet/contract/integrations/exchange.ts";
import { isLyraCurrency, lyraPath } from "@guichet/contract/integrations/lyra.ts";
import type { LyraKeys } from "@guichet/contract/integrations/lyra-accounts.ts";
import type { Money } from "@guichet/contract/values.ts";
import { z } from "zod";
import { ProviderRefused, ProviderUnreachable } from "../payment-provider.ts";
import { jsonOf, passingStatuses } from "../provider-response.ts";
import type { LyraStore } from "./lyra-store.ts";

const timeoutMs = 15_000;
/**
 * Lyra's errors that do not show what happened to the request: the key is refused (INT_905), or something failed
 * there.
 */
const passingErrors = /^(?:INT_905|PSP_999)$/;
/** Errors by which a request is refused: of the integration, the platform, the authentication or the acquirer. */
const refusals = /^(?:INT|PSP|AUTH|ACQ)_\w+$/;

export interface LyraSettings extends LyraKeys {
  store: LyraStore;
  now: () => Date;
  /** Changes nothing at Lyra or in the store: for the audit. */
  isReadOnly?: boolean;
}

/** A client of Lyra's REST API. */
export interface LyraClient {
  settings: LyraSettings;
  store: LyraStore;
  now(): Date;
  /**
   * Calls a web service. Throws `ProviderUnreachable` when the outcome is unknown, and `ProviderRefused` with Lyra's code
   * when the request is refused.
   */
  ask<Answer extends z.ZodType>(webService: string, request: object, answer: Answer): Promise<z.output<Answer>>;
}

const envelope = z.object({ status: z.enum(["SUCCESS", "ERROR"]), answer: z.unknown() });
const error = z.object({ errorCode: z.string(), errorMessage: z.string().nullish() });

export function lyraClient(settings: LyraSettings): LyraClient {
  const { url, shopId, password, store, now } = settings;
  const authorization = `Basic ${Buffer.from(`${shopId}:${password}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/json" };

  async function send(webService: string, request: object): Promise<{ status: number; text: string }> {
    try {
      const body = JSON.stringify(request);
      return await exchange(`${url}${lyraPath}/${webService}`, { method: "POST", headers, body, timeoutMs });
    } catch (cause) {
      throw new ProviderUnreachable(`Lyra: ${webService}: no response`, { cause });
    }
  }

  return {
    settings,
    store,
    now,
    async ask(webService, request, answer) {
      const { status, text } = await send(webService, request);
      if (status >= 500 || passingStatuses.has(status))
        throw new ProviderUnreachable(`Lyra: ${webService}: HTTP ${status}`);
      const given = envelope.safeParse(jsonOf(text));
      if (!given.success) throw new ProviderUnreachable(`Lyra: ${webService}: malformed response`);
      if (given.data.status === "ERROR") throw errorIn(webService, given.data.answer);
      const read = answer.safeParse(given.data.answer);
      if (!read.success) throw new ProviderUnreachable(`Lyra: ${webService}: malformed answer`);
      return read.data;
    },
  };
}

/** Whether Lyra refused the request with this code. */
export const isRefusedFor = (failure: unknown, code: string): boolean =>
  failure instanceof ProviderRefused && failure.code === code;

/** Lyra's codes for something that it does not have, and for a wrong shop number or password. */
export const lyraCodes = { transactionMissing: "PSP_010", tokenMissing: "PSP_030", shopRefused: "INT_905" } as const;

/** An amount as Lyra counts it. A currency that Lyra counts with other decimals is refused. */
export function lyraMoney({ amount, currency }: Money): Money {
  if (!isLyraCurrency(currency))
    throw new ProviderRefused("currency_unsupported", `Lyra counts ${currency} with other decimals`);
  return { amount, currency };
}

function errorIn(webService: string, answer: unknown): Error {
  const read = error.safeParse(answer);
  if (!read.success || passingErrors.test(read.data.errorCode) || !refusals.test(read.data.errorCode))
    return new ProviderUnreachable(`Lyra: ${webService}: ${read.success ? read.data.errorCode : "malformed error"}`);
  return new ProviderRefused(read.data.errorCode, read.data.errorMessage ?? webService);
}
