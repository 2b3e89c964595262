import type { GoogleWalletSettings } from "@guichet/contract/integrations/wallet-pass-settings.ts";
import { passServiceAnswerMaxBytes, passServiceTimeoutMs } from "@guichet/contract/limits/wallet-pass-limits.ts";
import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import type { PassContent } from "../../pass-files/pass-content.ts";
import { readBounded } from "../provider-connection.ts";
import { Unreachable } from "../unreachable.ts";
import type { GoogleKey } from "./google-key.ts";
import { googleClassId, googleClassOf, googleObjectId, googleObjectOf } from "./google-object.ts";

/** Passes at Google Wallet: its REST API, and the links that save a pass. */
export interface GoogleWallet {
  /** Writes the pass as it is now; creates it if it is new. Throws `Unreachable`. */
  write(content: PassContent): Promise<void>;
  /** The signed link that adds the pass to a person's wallet; `origin` is the shop's. */
  saveLink(content: Pick<PassContent, "id" | "networkId">, origin: string, now: Date): Promise<string>;
}

const scope = "https://www.googleapis.com/auth/wallet_object.issuer";
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const algorithm = "RS256";
/** Lifetime of a request for an access token, and how long before its end a token is replaced. */
const assertionSeconds = 600;
const renewBeforeMs = 60_000;
const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Client of the Google Wallet API for one issuer. Its requests run by real time, as Google's clock does. */
export function googleWallet(settings: GoogleWalletSettings, key: GoogleKey): GoogleWallet {
  const { issuer, apiUrl, saveUrl } = settings;
  const signingKey = importPKCS8(key.privateKey, algorithm);
  const knownClasses = new Set<string>();
  let token: { value: string; until: number } | undefined;

  const signed = async (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: "JWT", kid: key.id }).sign(await signingKey);

  const accessToken = async (): Promise<string> => {
    if (token !== undefined && Date.now() < token.until) return token.value;
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: key.email, aud: key.tokenUrl, scope, iat, exp: iat + assertionSeconds };
    const body = new URLSearchParams({ grant_type: grantType, assertion: await signed(claims) });
    const { status, json } = await send(key.tokenUrl, { method: "POST", body });
    const answer = TokenAnswer.safeParse(json);
    if (!answer.success) throw new Error(`Google gave no access token: HTTP ${status}`);
    const { access_token: value, expires_in: seconds } = answer.data;
    token = { value, until: Date.now() + seconds * 1_000 - renewBeforeMs };
    return value;
  };

  const call = async (method: string, path: string, body: Record<string, unknown>): Promise<number> => {
    const headers = { authorization: `Bearer ${await accessToken()}`, "content-type": "application/json" };
    const { status } = await send(`${apiUrl}/walletobjects/v1/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (status === 401) token = undefined;
    return status;
  };
  const refused = (what: string, status: number) => new Error(`Google refused ${what} of a pass: HTTP ${status}`);

  const ensureClass = async (content: PassContent): Promise<void> => {
    const id = googleClassId(issuer, content);
    if (knownClasses.has(id)) return;
    const status = await call("POST", "genericClass", googleClassOf(content, issuer));
    if (status !== 200 && status !== 409) throw refused("the class", status);
    knownClasses.add(id);
  };

  return {
    write: async (content) => {
      const object = googleObjectOf(content, issuer);
      const path = `genericObject/${encodeURIComponent(googleObjectId(issuer, content))}`;
      const replaced = await call("PUT", path, object);
      if (replaced === 200) return;
      if (replaced !== 404) throw refused("the object", replaced);
      await ensureClass(content);
      const created = await call("POST", "genericObject", object);
      if (created === 200) return;
      // Another process created it in the meantime.
      const again = created === 409 ? await call("PUT", path, object) : created;
      if (again !== 200) throw refused("the object", again);
    },
    saveLink: async (content, origin, now) => {
      const object = { id: googleObjectId(issuer, content), classId: googleClassId(issuer, content) };
      const iat = Math.floor(now.getTime() / 1_000);
      const claims = { iss: key.email, aud: "google", typ: "savetowallet", iat, origins: [origin] };
      return `${saveUrl}/${await signed({ ...claims, payload: { genericObjects: [object] } })}`;
    },
  };
}

/** Sends a request within a time limit; throws `Unreachable` if Google does not take it now. */
async function send(url: string, init: RequestInit): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "error",
      signal: AbortSignal.timeout(passServiceTimeoutMs),
    });
    const { status } = response;
    if (status === 429 || status >= 500) throw new Unreachable("google-wallet", `HTTP ${status}`);
    const text = Buffer.from(await readBounded(response, passServiceAnswerMaxBytes)).toString();
    return { status, json: text === "" ? undefined : JSON.parse(text) };
  } catch (error) {
    if (error instanceof Unreachable && error.party === "google-wallet") throw error;
    throw new Unreachable("google-wallet", "no answer", { cause: error });
  }
}
