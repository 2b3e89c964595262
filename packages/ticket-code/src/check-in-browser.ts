import { afterSignature, beforeSignature, type CheckedBy, type TicketCheck } from "./code-parts.ts";
import type { TicketKey } from "./ticket-keys.ts";

/** Whether this browser can verify signatures of tickets by itself (Web Cryptography, Ed25519): only with HTTPS. */
export async function canVerify({ keys: [key] }: CheckedBy["keys"]): Promise<boolean> {
  if (key === undefined || globalThis.crypto?.subtle === undefined) return false;
  return publicKey(key).then(
    () => true,
    () => false,
  );
}

/** Verifies a code like `check` of `ticket-code.ts`, with the cryptography of a browser. Throws where `canVerify` is false. */
export async function checkInBrowser(text: string, by: CheckedBy): Promise<TicketCheck> {
  const begun = beforeSignature(text, by);
  if ("result" in begun) return begun.result;
  const { parts, candidates } = begun;
  for (const key of candidates) {
    const verifier = await publicKey(key);
    if (await crypto.subtle.verify("Ed25519", verifier, parts.signature, parts.signed)) {
      return afterSignature(parts.fields, by);
    }
  }
  return { status: "forged" };
}

const publicKey = ({ kty, crv, x }: TicketKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
