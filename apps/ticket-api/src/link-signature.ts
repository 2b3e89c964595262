import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import type { Dependencies } from "./dependencies.ts";

type Signing = Pick<Dependencies, "keys">;

/** Signs the text of a link (Ed25519, base64url). The text begins with the kind of link, so that a signature is valid for one kind only. */
export function signLink(deps: Signing, text: string): string {
  const key = createPrivateKey({ key: deps.keys.current("link").privateJwk as never, format: "jwk" });
  return sign(null, Buffer.from(text), key).toString("base64url");
}

/** Checks whether this installation signed the text, with any key that may still be in use. */
export function linkHolds(deps: Signing, text: string, signature: string): boolean {
  return deps.keys.all("link").some((key) => {
    const publicKey = createPublicKey({ key: key.publicJwk as never, format: "jwk" });
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64url"));
  });
}
