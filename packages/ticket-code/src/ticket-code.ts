import { sign as signBytes, verify as verifyBytes } from "node:crypto";
import {
  afterSignature,
  beforeSignature,
  type CheckedBy,
  codeParts,
  signedBytes,
  type TicketCheck,
} from "./code-parts.ts";
import { writeLayout } from "./layout.ts";
import { toLetters } from "./letters.ts";
import type { TicketFields } from "./ticket-fields.ts";
import { publicOf, type SigningKey, secretOf } from "./ticket-keys.ts";

export type { TicketCheck } from "./code-parts.ts";

/**
 * Signs a ticket (Ed25519, RFC 8032) and returns the content of its barcode: capital letters A to Z. The same fields and key give
 * the same text. Throws `TicketFieldsRefused` for fields that do not fit in a code.
 */
export function sign(fields: TicketFields, key: SigningKey): string {
  const keyId = Buffer.from(key.kid, "base64url");
  if (keyId.length !== 3) throw new Error("the id of a ticket key is 3 bytes in base64url");
  const layout = writeLayout(fields, keyId);
  const signature = signBytes(null, signedBytes(layout), secretOf(key));
  return toLetters(Buffer.concat([layout, signature]));
}

/**
 * Reads the fields and key id of a code WITHOUT verification: for a support screen, never for an inspection. Null: not
 * a ticket code.
 */
export function read(text: string): { fields: TicketFields; keyId: string } | null {
  const parts = codeParts(text);
  return parts && { fields: parts.fields, keyId: parts.keyId };
}

/**
 * Verifies a code offline. `now`: an instant; a ticket is valid from `validFrom` until just before `validUntil`. `network`: the
 * network of the checker; without it, any network is accepted. `stopped`: tickets refused despite a valid code. The
 * signature is
 * verified before any field is used. A valid ticket with `firstUse` or `carnet` must also have been punched, which the code
 * cannot show.
 */
export function check(text: string, by: CheckedBy): TicketCheck {
  if (Number.isNaN(Date.parse(by.now))) throw new Error("now is not an instant");
  const begun = beforeSignature(text, by);
  if ("result" in begun) return begun.result;
  const { fields, signed, signature } = begun.parts;
  if (!begun.candidates.some((key) => verifyBytes(null, signed, publicOf(key), signature))) return { status: "forged" };
  return afterSignature(fields, by);
}
