import type { IncomingHttpHeaders } from "node:http";
import { signatureSkewSeconds } from "@guichet/contract/limits/request-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { clientHeader, signatureHolds, timestampHeader } from "@guichet/contract/signature.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Client } from "./client-store.ts";
import type { Values } from "./values.ts";

/** Finds the client named in the header; in the demo it defaults to the shop. */
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

/** The values that a client signs, with the timestamp if it uses replay protection (§7). */
export function signedValues(client: Client, values: Values, headers: IncomingHttpHeaders): Values {
  const timestamp = headers[timestampHeader];
  return client.replayProtection && typeof timestamp === "string" ? { ...values, timestamp } : values;
}

/** Checks the signature over the received values (§7), and its age for clients with replay protection. */
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
  const isValid = isSignedBy(deps, client, { ...values, timestamp });
  if (!isValid) return err("SIGNATURE_INVALID");
  const skew = Math.abs(deps.clock.now().getTime() / 1000 - Number(timestamp));
  return skew <= signatureSkewSeconds ? ok(true) : err("TIMESTAMP_EXPIRED");
}

/** Checks whether the client signed the values with its key, or with its previous key while that is valid. */
export function isSignedBy({ clock }: Dependencies, client: Client, values: Values): boolean {
  if (signatureHolds(values, client.key, values.signature)) return true;
  const { previousKey, previousKeyUntil } = client;
  if (previousKey === null || previousKeyUntil === null || previousKeyUntil <= clock.iso()) return false;
  return signatureHolds(values, previousKey, values.signature);
}
