import { createPrivateKey } from "node:crypto";
import { z } from "zod";
import { readConfigured, UnusableFile } from "./apple-certificate.ts";

/** The key of Google's service account, as its console writes it. */
const KeyFile = z.object({
  client_email: z.email(),
  private_key_id: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }),
});

export interface GoogleKey {
  email: string;
  id: string;
  privateKey: string;
  tokenUrl: string;
}

const variable = "GOOGLE_WALLET_KEY_FILE";

/** Reads the key file of the service account; throws `UnusableFile`. */
export async function readGoogleKey(file: string): Promise<GoogleKey> {
  const text = (await readConfigured(variable, file)).toString();
  const parsed = KeyFile.safeParse(jsonOf(text));
  if (!parsed.success) {
    const missing = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
    throw new UnusableFile(`${variable}: ${file} is not the JSON key of a service account (${missing || "no JSON"})`);
  }
  const { client_email: email, private_key_id: id, private_key: privateKey, token_uri: tokenUrl } = parsed.data;
  try {
    createPrivateKey(privateKey);
  } catch (cause) {
    throw new UnusableFile(`${variable}: private_key in ${file} is not a private key in PEM`, { cause });
  }
  return { email, id, privateKey, tokenUrl };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
