import { sign as signBytes, verify as verifyBytes } from "node:crypto";
import { publicOf, type SigningKey, secretOf, type TicketKeys } from "./ticket-keys.ts";

/** What a vignette's code says: which sticker of which network it is. What that stands for is asked of the network. */
export interface VignetteFields {
  network: string;
  stickerId: string;
}

/** Signed in front of every vignette, so that no other signature of the key is ever one of a vignette. */
const purpose = "guichet-vignette:";
const part = /^[A-Za-z0-9_-]{1,64}$/;

/** The payload of a vignette, Ed25519 over network and number: `1.<network>.<sticker>.<key>.<signature>`. Throws for other ids. */
export function signVignette({ network, stickerId }: VignetteFields, key: SigningKey): string {
  if (!part.test(network) || !part.test(stickerId)) throw new Error("network or sticker is no identifier");
  const said = `1.${network}.${stickerId}.${key.kid}`;
  return `${said}.${signBytes(null, Buffer.from(purpose + said), secretOf(key)).toString("base64url")}`;
}

/** What a payload says if one of the keys signed it; null: malformed, unknown key, or forged. */
export function checkVignette(payload: string, { keys }: TicketKeys): VignetteFields | null {
  const [version, network = "", stickerId = "", keyId, signature = "", ...rest] = payload.split(".");
  if (version !== "1" || rest.length > 0 || !part.test(network) || !part.test(stickerId)) return null;
  const said = Buffer.from(`${purpose}1.${network}.${stickerId}.${keyId}`);
  const bytes = Buffer.from(signature, "base64url");
  const holds = keys.some((key) => key.kid === keyId && verifyBytes(null, said, publicOf(key), bytes));
  return holds ? { network, stickerId } : null;
}

/** The payload within what was scanned: an address that carries it as `vignette`, or the payload itself. */
export function payloadIn(scanned: string): string {
  const text = scanned.trim();
  return /[?&]vignette=([\w.%-]+)/.exec(text)?.[1] ?? text;
}
