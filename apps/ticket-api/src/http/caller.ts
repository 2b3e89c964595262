import type { IncomingHttpHeaders } from "node:http";
import { signatureSkewSeconds } from "@guichet/contract/limits/request-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { clientHeader, signatureHolds, timestampHeader } from "@guichet/contract/signature.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Client } from "./client-store.ts";
import type { Values } from "./values.ts";

/** Who calls: the client named in its header, in the demo the shop where none is named. */
export async function callerOf(
  deps: Dependencies,
  clients: (id: string) => Promise<Client | undefined>,
  headers: IncomingHttpHeaders,
): Promise<Result<Client, "CLIENT_UNKNOWN">> {
  const named = headers[clientHeader];
  const id = typeof named === "string" ? named : deps.config.demo ? "shop" : undefined;
  if (id === undefined) return err("CLIENT_UNKNOWN");
  const client = await clients(id);
  return client === undefined ? err("CLIENT_UNKNOWN") : ok(client);
}

/** What a client signs: the values, and with replay protection the time beside them (§7). */
export function signedValues(client: Client, values: Values, headers: IncomingHttpHeaders): Values {
  const timestamp = headers[timestampHeader];
  return client.replayProtection && typeof timestamp === "string" ? { ...values, timestamp } : values;
}

/** Does the signature hold over what was received (§7), and is it fresh where the client asked for that? */
export function checkSignature(
  deps: Dependencies,
  client: Client,
  values: Values,
  headers: IncomingHttpHeaders,
): Result<true, "SIGNATURE_INVALID" | "TIMESTAMP_EXPIRED"> {
  if (!client.replayProtection) {
    return isSignedBy(deps, client, values) ? ok(true) : err("SIGNATURE_INVALID");
  }
  const timestamp = headers[timestampHeader];
  if (typeof timestamp !== "string" || !/^\d{1,12}$/.test(timestamp)) return err("TIMESTAMP_EXPIRED");
  const holds = isSignedBy(deps, client, { ...values, timestamp });
  if (!holds) return err("SIGNATURE_INVALID");
  const skew = Math.abs(deps.clock.now().getTime() / 1000 - Number(timestamp));
  return skew <= signatureSkewSeconds ? ok(true) : err("TIMESTAMP_EXPIRED");
}

/** Did this client sign the values, with its key or, while that one still holds, with the key before? */
export function isSignedBy({ clock }: Dependencies, client: Client, values: Values): boolean {
  if (signatureHolds(values, client.key, values.signature)) return true;
  const { previousKey, previousKeyUntil } = client;
  if (previousKey === null || previousKeyUntil === null || previousKeyUntil <= clock.iso()) return false;
  return signatureHolds(values, previousKey, values.signature);
}
