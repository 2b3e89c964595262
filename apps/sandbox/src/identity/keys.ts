import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";

const keptKeys = z.object({
  jwk: z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() }),
  cookies: z.string(),
});

export interface ProviderKeys {
  /** Private signing key. */
  jwk: JWK & { kid: string; alg: string };
  /** Secret for the provider's cookies. */
  cookies: string;
}

/** Keys of a provider, created at first use and stored in the folder, so that a cached key set stays valid. */
export async function keysOf(folder: string, name: string, alg: "RS256" | "ES256"): Promise<ProviderKeys> {
  const path = join(folder, `${name}.json`);
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text !== undefined) return keptKeys.parse(JSON.parse(text));
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomBytes(12).toString("base64url");
  const keys = {
    jwk: { ...(await exportJWK(privateKey)), kty: alg === "RS256" ? "RSA" : "EC", kid, alg, use: "sig" },
    cookies: randomBytes(32).toString("base64url"),
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, JSON.stringify(keys), { mode: 0o600 });
  await rename(`${path}.new`, path);
  return keys;
}
