import { signUpsPerHour } from "@guichet/contract/limits/sign-in-limits.ts";
import { readEmail } from "@guichet/rules/persons/emails.ts";
import { insertLogin, loginByEmail } from "../../authentication/login-store.ts";
import { newPasswordHash } from "../../authentication/passwords.ts";
import { checkSignIn } from "../../authentication/sign-in.ts";
import { minutesMs } from "../../clock.ts";
import { addressBlock } from "../../rate-limits/address-block.ts";
import { type AttemptLimit, countAttempt } from "../../rate-limits/attempt-store.ts";
import { answered, fault, type ToolkitResult, waitFault } from "./faults.ts";
import type { ToolkitContext } from "./requests.ts";
import { newTokens } from "./tokens.ts";

/** A password-rule fault: its name, then the missing character classes, for readers of logs. */
export const passwordFault = (details: Readonly<Record<string, unknown>> | undefined): ToolkitResult => {
  const missing = Array.isArray(details?.missing) ? details.missing.join(", ") : "";
  return fault(`PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing: ${missing}`);
};

const hour = minutesMs(60);
const signUpLimit: AttemptLimit = { limit: signUpsPerHour, windowMs: hour, blockMs: hour };

/** `accounts:signUp`: creates a login. It may reveal that an e-mail is taken, but only a limited number of times an hour. */
export async function signUp({ deps, network, body, address }: ToolkitContext): Promise<ToolkitResult> {
  if (!network.definition.authentication.emailPassword) return fault("OPERATION_NOT_ALLOWED");
  if (body.idToken !== undefined) return fault("OPERATION_NOT_ALLOWED");
  // Without either it would be an anonymous sign-in, which we do not support.
  if (body.email === undefined && body.password === undefined) return fault("ADMIN_ONLY_OPERATION");
  if (body.email === undefined || body.email === "") return fault("MISSING_EMAIL");
  const email = readEmail(body.email);
  if (!email.ok) return fault("INVALID_EMAIL");
  if (body.password === undefined || body.password === "") return fault("MISSING_PASSWORD");
  const from = `sign-up:${addressBlock(address)}`;
  if (!(await countAttempt(deps.db, network.id, from, deps.clock.now(), signUpLimit))) {
    return fault("TOO_MANY_ATTEMPTS_TRY_LATER");
  }
  // Hashes the password first, with all its work: a weak password reveals nothing about the e-mail.
  const passwordHash = await newPasswordHash(body.password);
  if (!passwordHash.ok) return passwordFault(passwordHash.details);
  if ((await loginByEmail(deps.db, network.id, email.value)) !== undefined) return fault("EMAIL_EXISTS");
  const login = await insertLogin(deps.db, {
    id: deps.ids.uuid(),
    networkId: network.id,
    email: email.value,
    passwordHash: passwordHash.value,
    displayName: body.displayName ?? null,
    at: deps.clock.iso(),
  });
  if (login === undefined) return fault("EMAIL_EXISTS");
  const tokens = await newTokens(deps, { login, travellers: null });
  return answered({
    kind: "identitytoolkit#SignupNewUserResponse",
    localId: login.id,
    email: login.email,
    ...(login.displayName === null ? {} : { displayName: login.displayName }),
    ...tokens,
  });
}

/**
 * `accounts:signInWithPassword`: signs in by e-mail and password. With `enumerationProtection` the response does not distinguish an
 * unknown e-mail from a wrong password. The password decides whether the holder or a traveller signs in.
 */
export async function signInWithPassword(ctx: ToolkitContext): Promise<ToolkitResult> {
  const { deps, network, body, address, knownDevice } = ctx;
  const { emailPassword, enumerationProtection } = network.definition.authentication;
  if (!emailPassword) return fault("OPERATION_NOT_ALLOWED");
  const email = body.email === undefined ? undefined : readEmail(body.email);
  if (email === undefined || !email.ok) return fault("INVALID_EMAIL");
  const { password } = body;
  if (password === undefined || password === "") return fault("MISSING_PASSWORD");
  const result = await checkSignIn(deps, { networkId: network.id, email: email.value, password, address, knownDevice });
  if ("failed" in result) {
    if (result.failed === "TOO_MANY") return waitFault("TOO_MANY_ATTEMPTS_TRY_LATER", result.waitSeconds);
    if (enumerationProtection) return fault("INVALID_LOGIN_CREDENTIALS");
    return fault(result.failed === "EMAIL_UNKNOWN" ? "EMAIL_NOT_FOUND" : "INVALID_PASSWORD");
  }
  const { login, travellers } = result;
  const tokens = await newTokens(deps, result);
  // The password was changed during the check.
  if (tokens === undefined) return fault("INVALID_LOGIN_CREDENTIALS");
  return answered({
    kind: "identitytoolkit#VerifyPasswordResponse",
    localId: login.id,
    email: login.email,
    displayName: (travellers === null ? login.displayName : null) ?? "",
    registered: true,
    ...tokens,
  });
}
