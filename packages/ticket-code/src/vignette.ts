import { sign as signBytes, verify as verifyBytes } from "node:crypto";
import { publicOf, type SigningKey, secretOf, type TicketKeys } from "./ticket-keys.ts";

/** Content of a vignette's code: the sticker's number and network. The network knows its location. */
export interface VignetteFields {
  network: string;
  stickerId: string;
}

/** Prefix of every signed vignette, so that another signature of the key is never valid for a vignette. */
const purpose = "guichet-vignette:";
const part = /^[A-Za-z0-9_-]{1,64}$/;

/** Signs a vignette's payload by Ed25519 over network and number: `1.<network>.<sticker>.<key>.<signature>`. Throws for invalid ids. */
export function signVignette({ network, stickerId }: VignetteFields, key: SigningKey): string {
  if (!part.test(network) || !part.test(stickerId)) throw new Error("network or sticker is not a valid identifier");
  const said = `1.${network}.${stickerId}.${key.kid}`;
  return `${said}.${signBytes(null, Buffer.from(purpose + said), secretOf(key)).toString("base64url")}`;
}

/** Verifies a payload and returns its content; null: malformed, unknown key, or forged. */
export function checkVignette(payload: string, { keys }: TicketKeys): VignetteFields | null {
  const [version, network = "", stickerId = "", keyId, signature = "", ...rest] = payload.split(".");
  if (version !== "1" || rest.length > 0 || !part.test(network) || !part.test(stickerId)) return null;
  const said = Buffer.from(`${purpose}1.${network}.${stickerId}.${keyId}`);
  const bytes = Buffer.from(signature, "base64url");
  const holds = keys.some((key) => key.kid === keyId && verifyBytes(null, said, publicOf(key), bytes));
  return holds ? { network, stickerId } : null;
}

/** Extracts the payload from a scanned text: a URL with the parameter `vignette`, or the payload itself. */
export function payloadIn(scanned: string): string {
  const text = scanned.trim();
  return /[?&]vignette=([\w.%-]+)/.exec(text)?.[1] ?? text;
}
