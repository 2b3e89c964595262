import { sign as signBytes, verify as verifyBytes } from "node:crypto";
import { readLayout, writeLayout } from "./layout.ts";
import { fromLetters, toLetters } from "./letters.ts";
import type { TicketFields } from "./ticket-fields.ts";
import type { TicketHotlist } from "./ticket-hotlist.ts";
import { publicOf, type SigningKey, secretOf, type TicketKeys } from "./ticket-keys.ts";

const signatureLength = 64;
/** Prefix of every signed ticket, so that a signature for another purpose is never valid for a ticket. */
const purpose = new TextEncoder().encode("guichet-ticket:");

export type TicketCheck =
  | { status: "valid" | "not-yet-valid" | "expired" | "other-network"; ticket: TicketFields }
  | { status: "stopped"; ticket: TicketFields; state: string }
  | { status: "unknown-key"; keyId: string }
  | { status: "forged" | "malformed" };

/**
 * Signs a ticket (Ed25519, RFC 8032) and returns the content of its barcode: capital letters A to Z. The same fields and key give
 * the same text. Throws `TicketFieldsRefused` for fields that do not fit in a code.
 */
export function sign(fields: TicketFields, key: SigningKey): string {
  const keyId = Buffer.from(key.kid, "base64url");
  if (keyId.length !== 3) throw new Error("the id of a ticket key is 3 bytes in base64url");
  const layout = writeLayout(fields, keyId);
  const signature = signBytes(null, Buffer.concat([purpose, layout]), secretOf(key));
  return toLetters(Buffer.concat([layout, signature]));
}

/**
 * Reads the fields and key id of a code WITHOUT verification: for a support screen, never for an inspection. Null: not
 * a ticket code.
 */
export function read(text: string): { fields: TicketFields; keyId: string } | null {
  const parts = split(text);
  return parts && { fields: parts.fields, keyId: parts.keyId };
}

/**
 * Verifies a code offline. `now`: an instant; a ticket is valid from `validFrom` until just before `validUntil`. `network`: the
 * network of the checker; without it, any network is accepted. `stopped`: tickets refused despite a valid code. The
 * signature is
 * verified before any field is used. A valid ticket with `firstUse` or `carnet` must also have been punched, which the code
 * cannot show.
 */
export function check(
  text: string,
  by: { keys: TicketKeys; now: string; network?: string; stopped?: TicketHotlist },
): TicketCheck {
  const now = Date.parse(by.now);
  if (Number.isNaN(now)) throw new Error("now is not an instant");
  const parts = split(text);
  if (!parts) return { status: "malformed" };
  const keys = by.keys.keys.filter((key) => key.kid === parts.keyId);
  if (keys.length === 0) return { status: "unknown-key", keyId: parts.keyId };
  const signed = Buffer.concat([purpose, parts.layout]);
  if (!keys.some((key) => verifyBytes(null, signed, publicOf(key), parts.signature))) return { status: "forged" };
  const ticket = parts.fields;
  if (by.network !== undefined && ticket.network !== by.network) return { status: "other-network", ticket };
  const state = by.stopped?.get(ticket.ticketId);
  if (state !== undefined) return { status: "stopped", ticket, state };
  if (now < Date.parse(ticket.validFrom)) return { status: "not-yet-valid", ticket };
  if (now >= Date.parse(ticket.validUntil)) return { status: "expired", ticket };
  return { status: "valid", ticket };
}

function split(text: string) {
  const bytes = fromLetters(text.trim());
  if (!bytes || bytes.length <= signatureLength) return null;
  const layout = bytes.subarray(0, bytes.length - signatureLength);
  const read = readLayout(layout);
  if (!read) return null;
  const keyId = Buffer.from(read.keyId).toString("base64url");
  return { fields: read.fields, keyId, layout, signature: bytes.subarray(bytes.length - signatureLength) };
}
