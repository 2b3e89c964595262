import { signUpsPerHour } from "@guichet/contract/limits/sign-in-limits.ts";
import { readEmail } from "@guichet/rules/emails.ts";
import { insertLogin, loginByEmail } from "../../authentication/login-store.ts";
import { newPasswordHash } from "../../authentication/passwords.ts";
import { checkSignIn } from "../../authentication/sign-in.ts";
import { minutesMs } from "../../clock.ts";
import { addressBlock } from "../../rate-limits/address-block.ts";
import { countAttempt, type TryLimit } from "../../rate-limits/attempt-store.ts";
import { answered, fault, type ToolkitResult, waitFault } from "./faults.ts";
import type { ToolkitContext } from "./requests.ts";
import { newTokens } from "./tokens.ts";

/** What a fault of the password's rule says after its name: what is missing, for people who read logs. */
export const passwordFault = (details: Readonly<Record<string, unknown>> | undefined): ToolkitResult => {
  const missing = Array.isArray(details?.missing) ? details.missing.join(", ") : "";
  return fault(`PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing: ${missing}`);
};

const hour = minutesMs(60);
const signUpLimit: TryLimit = { limit: signUpsPerHour, windowMs: hour, blockMs: hour };

/** `accounts:signUp`: a new sign-in by e-mail and password. It may say that an e-mail is taken, so many times an hour. */
export async function signUp({ deps, network, body, address }: ToolkitContext): Promise<ToolkitResult> {
  if (!network.definition.authentication.emailPassword) return fault("OPERATION_NOT_ALLOWED");
  if (body.idToken !== undefined) return fault("OPERATION_NOT_ALLOWED");
  // Without either it would be an anonymous sign-in, which there is not.
  if (body.email === undefined && body.password === undefined) return fault("ADMIN_ONLY_OPERATION");
  if (body.email === undefined || body.email === "") return fault("MISSING_EMAIL");
  const email = readEmail(body.email);
  if (!email.ok) return fault("INVALID_EMAIL");
  if (body.password === undefined || body.password === "") return fault("MISSING_PASSWORD");
  const from = `sign-up:${addressBlock(address)}`;
  if (!(await countAttempt(deps.db, network.id, from, deps.clock.now(), signUpLimit))) {
    return fault("TOO_MANY_ATTEMPTS_TRY_LATER");
  }
  // The password first, with all its work: a weak one tells nothing about the e-mail.
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

/** `accounts:signInWithPassword`; with `enumerationProtection` it does not tell an unknown e-mail from a wrong password. The password decides whether the holder or a traveller signs in. */
export async function signInWithPassword(ctx: ToolkitContext): Promise<ToolkitResult> {
  const { deps, network, body, address, knownDevice } = ctx;
  const { emailPassword, enumerationProtection } = network.definition.authentication;
  if (!emailPassword) return fault("OPERATION_NOT_ALLOWED");
  const email = body.email === undefined ? undefined : readEmail(body.email);
  if (email === undefined || !email.ok) return fault("INVALID_EMAIL");
  const { password } = body;
  if (password === undefined || password === "") return fault("MISSING_PASSWORD");
  const end = await checkSignIn(deps, { networkId: network.id, email: email.value, password, address, knownDevice });
  if ("failed" in end) {
    if (end.failed === "TOO_MANY") return waitFault("TOO_MANY_ATTEMPTS_TRY_LATER", end.waitSeconds);
    if (enumerationProtection) return fault("INVALID_LOGIN_CREDENTIALS");
    return fault(end.failed === "EMAIL_UNKNOWN" ? "EMAIL_NOT_FOUND" : "INVALID_PASSWORD");
  }
  const { login, travellers } = end;
  const tokens = await newTokens(deps, end);
  // The password was changed while it was checked.
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
