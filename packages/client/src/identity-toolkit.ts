import { fetchTimeoutMs } from "@guichet/contract/limits/request-limits.ts";
import { z } from "zod";
import { Breakage, requestFailed, UserMailMissing } from "./failures.ts";
import { type Fetch, read, type Sending, send } from "./transport.ts";

/** Result of a toolkit call; `waitSeconds`: minimum wait before a retry (`Retry-After`). */
export type ToolkitOutcome<T> = { ok: true; value: T } | { ok: false; code: ToolkitCode; waitSeconds?: number };

export const toolkitCodes = [
  "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
  "EMAIL_EXISTS",
  "EMAIL_NOT_FOUND",
  "EMAIL_UNCHANGED",
  "EXPIRED_OOB_CODE",
  "INVALID_EMAIL",
  "INVALID_ID_TOKEN",
  "INVALID_LOGIN_CREDENTIALS",
  "INVALID_OOB_CODE",
  "INVALID_PASSWORD",
  "INVALID_REFRESH_TOKEN",
  "MISSING_EMAIL",
  "MISSING_PASSWORD",
  "OPERATION_NOT_ALLOWED",
  "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
  "PASSWORD_OF_TRAVELLER",
  "PASSWORD_UNCHANGED",
  "RESET_PASSWORD_EXCEED_LIMIT",
  "TOKEN_EXPIRED",
  "TOO_MANY_ATTEMPTS_TRY_LATER",
  "USER_DISABLED",
  "USER_NOT_FOUND",
] as const;
/** An error code of the toolkit; an unknown one becomes `OTHER`. */
export type ToolkitCode = (typeof toolkitCodes)[number] | "OTHER";

const SignedIn = z.object({ localId: z.string(), email: z.string(), idToken: z.string(), refreshToken: z.string() });
const Updated = z.object({ localId: z.string(), email: z.string().optional() }).extend({
  idToken: z.string().optional(),
  refreshToken: z.string().optional(),
});
const Looked = z.object({
  users: z.array(z.object({ localId: z.string(), email: z.string(), emailVerified: z.boolean().optional() })),
});
const Sent = z.object({ email: z.string().optional() });
const Refreshed = z
  .object({ id_token: z.string(), refresh_token: z.string(), user_id: z.string() })
  .transform((answer) => ({
    idToken: answer.id_token,
    refreshToken: answer.refresh_token,
    localId: answer.user_id,
  }));
const Failed = z.object({ error: z.object({ message: z.string() }) });

export interface IdentityToolkitOptions {
  baseUrl: string;
  /** Returned by `getAuthenticationConfiguration`; identifies the network. */
  key: string;
  language?: string;
  customerAddress?: string;
  /** The browser's `knownDevice` cookie, which grants separate attempts (sign-in decisions). */
  knownDevice?: string;
  fetch?: Fetch;
}
export type IdentityToolkit = ReturnType<typeof createIdentityToolkit>;

/** Client of the identity toolkit's REST calls (§7): passwords and identity tokens. Refusals are codes, failures are exceptions. */
export function createIdentityToolkit(options: IdentityToolkitOptions) {
  const account = <S extends z.ZodType>(verb: string, shape: S, body: object) =>
    post(options, `/identitytoolkit.googleapis.com/v1/accounts:${verb}`, shape, JSON.stringify(body), "json");

  return {
    /** Creates an identity with e-mail and password. */
    signUp: (email: string, password: string) =>
      account("signUp", SignedIn, { email, password, returnSecureToken: true }),
    signInWithPassword: (email: string, password: string) =>
      account("signInWithPassword", SignedIn, { email: given(email), password, returnSecureToken: true }),
    /** Changes e-mail or password of the token's identity; returns new tokens after a change. */
    update: (idToken: string, change: { email?: string; password?: string }) =>
      account("update", Updated, { idToken, ...change, returnSecureToken: true }),
    lookup: (idToken: string) => account("lookup", Looked, { idToken }),
    /** Sends a reset link; the response is the same if the account does not exist. */
    sendPasswordReset: (email: string) =>
      account("sendOobCode", Sent, { requestType: "PASSWORD_RESET", email: given(email) }),
    sendEmailVerification: (idToken: string) => account("sendOobCode", Sent, { requestType: "VERIFY_EMAIL", idToken }),
    /** Removes a sign-in that opened no account. */
    remove: (idToken: string) => account("delete", Sent, { idToken }),
    /** Sets a new password with the code of a link. */
    resetPassword: (oobCode: string, newPassword: string) => account("resetPassword", Sent, { oobCode, newPassword }),
    /** Exchanges a refresh token for a new identity token. */
    refresh: (refreshToken: string) => {
      const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
      return post(options, "/securetoken.googleapis.com/v1/token", Refreshed, form.toString(), "x-www-form-urlencoded");
    },
  };
}

async function post<S extends z.ZodType>(
  options: IdentityToolkitOptions,
  path: string,
  shape: S,
  body: string,
  type: string,
): Promise<ToolkitOutcome<z.output<S>>> {
  const headers: Record<string, string> = { "content-type": `application/${type}`, accept: "application/json" };
  if (options.language !== undefined) headers["x-firebase-locale"] = options.language;
  if (options.customerAddress !== undefined) headers["x-forwarded-for"] = options.customerAddress;
  if (options.knownDevice !== undefined) headers["x-known-device"] = options.knownDevice;
  const url = `${options.baseUrl}${path}?key=${encodeURIComponent(options.key)}`;
  const sending: Sending = { url, method: "POST", headers, body, timeoutMs: fetchTimeoutMs, repeating: "changing" };
  const fetch = options.fetch ?? ((target, init) => globalThis.fetch(target, init));
  const response = await send(sending, fetch);
  const json = parsed(await read(sending, response.text()));
  const answer = shape.safeParse(json);
  if (response.ok && answer.success) return { ok: true, value: answer.data };
  const failed = Failed.safeParse(json);
  if (!failed.success || response.status >= 500) throw new Breakage(requestFailed, response.status);
  const wait = Number(response.headers.get("retry-after"));
  const code = codeOf(failed.data.error.message);
  return Number.isSafeInteger(wait) && wait > 0 ? { ok: false, code, waitSeconds: wait } : { ok: false, code };
}

function given(email: string): string {
  if (email === "") throw new UserMailMissing();
  return email;
}

/** The toolkit's messages are `CODE` or `CODE : explanation`. */
function codeOf(message: string): ToolkitCode {
  const code = message.split(" ")[0] ?? "";
  return toolkitCodes.find((known) => known === code) ?? "OTHER";
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
