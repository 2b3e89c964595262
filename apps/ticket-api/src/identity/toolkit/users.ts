import { accountOfLogin } from "../../account-records/account-store.ts";
import { deleteLogin, describeLogin, type Login, lockLogin, loginById } from "../../authentication/login-store.ts";
import { type CredentialChange, changeEmail, changePassword } from "../credentials.ts";
import { confirmEmail } from "../use-code.ts";
import { answered, fault, type ToolkitResult } from "./faults.ts";
import type { ToolkitContext } from "./requests.ts";
import { passwordFault } from "./sign-ins.ts";
import { holderOf, newTokens, signedInOf } from "./tokens.ts";

const seconds = (instant: string): string => String(Math.floor(Date.parse(instant) / 1000));
const milliseconds = (instant: string): string => String(Date.parse(instant));

const userFields = (login: Pick<Login, "id" | "email" | "emailVerifiedAt" | "displayName" | "photoUrl">) => ({
  localId: login.id,
  email: login.email,
  emailVerified: login.emailVerifiedAt !== null,
  ...(login.displayName === null ? {} : { displayName: login.displayName }),
  ...(login.photoUrl === null ? {} : { photoUrl: login.photoUrl }),
  providerUserInfo: [{ providerId: "password", federatedId: login.email, email: login.email, rawId: login.email }],
});

/** `accounts:lookup`: the login of an identity token. */
export async function lookup(ctx: ToolkitContext): Promise<ToolkitResult> {
  const signedIn = await signedInOf(ctx);
  if ("fault" in signedIn) return signedIn;
  const { login, travellers } = signedIn;
  const user = {
    // The name and the picture belong to the holder.
    ...userFields(travellers === null ? login : { ...login, displayName: null, photoUrl: null }),
    validSince: seconds(login.tokensValidSince),
    disabled: false,
    createdAt: milliseconds(login.createdAt),
    lastLoginAt: milliseconds(login.lastSignInAt ?? login.createdAt),
  };
  return answered({ kind: "identitytoolkit#GetAccountInfoResponse", users: [user] });
}

/**
 * `accounts:update`: confirms an e-mail with its code, or changes the holder's data with an identity token: name and picture, and
 * after a recent sign-in e-mail or password. The latter ends every other token and session.
 */
export async function update(ctx: ToolkitContext): Promise<ToolkitResult> {
  const { deps, network, body, language } = ctx;
  if (body.oobCode !== undefined) return confirm(ctx, body.oobCode);
  const changesCredentials = body.email !== undefined || body.password !== undefined;
  const holder = await holderOf(ctx, changesCredentials);
  if ("fault" in holder) return holder;
  let { login } = holder;
  const change = (): CredentialChange => ({ deps, network, login, language, keepSession: null });
  if (body.email !== undefined && body.email !== login.email) {
    const changed = await changeEmail(change(), body.email, "none");
    if (!changed.ok) return fault(emailFaults[changed.code]);
    login = changed.value;
  }
  if (body.password !== undefined) {
    const changed = await changePassword(change(), body.password);
    if (!changed.ok) {
      if (changed.code === "PASSWORD_DOES_NOT_MEET_REQUIREMENTS") return passwordFault(changed.details);
      return fault(changed.code === "NOT_FOUND" ? "USER_NOT_FOUND" : changed.code);
    }
    login = changed.value;
  }
  login = await describe(ctx, login);
  const wantsTokens = changesCredentials || body.returnSecureToken === true;
  const tokens = wantsTokens ? await newTokens(deps, { login, travellers: null }) : {};
  return answered({ kind: "identitytoolkit#SetAccountInfoResponse", ...userFields(login), ...tokens });
}

const emailFaults = {
  EMAIL_INVALID: "INVALID_EMAIL",
  EMAIL_EXISTS: "EMAIL_EXISTS",
  EMAIL_UNCHANGED: "EMAIL_UNCHANGED",
  NOT_FOUND: "USER_NOT_FOUND",
} as const;

async function describe({ deps, network, body }: ToolkitContext, login: Login): Promise<Login> {
  const deletedAttributes = body.deleteAttribute ?? [];
  const displayName = deletedAttributes.includes("DISPLAY_NAME") ? null : (body.displayName ?? login.displayName);
  const photoUrl = deletedAttributes.includes("PHOTO_URL") ? null : (body.photoUrl ?? login.photoUrl);
  if (displayName === login.displayName && photoUrl === login.photoUrl) return login;
  await deps.db.transaction().execute((tx) => describeLogin(tx, login.id, displayName, photoUrl));
  return (await loginById(deps.db, network.id, login.id)) ?? login;
}

/**
 * Confirms an e-mail with the code alone, as the client software does. With the identity token of the same login the owner confirms.
 * Without one it only proves that somebody reads the address, and no guest orders join (decision record 101).
 */
async function confirm(ctx: ToolkitContext, code: string): Promise<ToolkitResult> {
  const { deps, network, language, body, address } = ctx;
  const holder = body.idToken === undefined ? undefined : await holderOf(ctx);
  if (holder !== undefined && "fault" in holder) return holder;
  const confirmation = { session: undefined, signedInTo: holder?.login.id, readerConfirms: true };
  const confirmed = await confirmEmail({ deps, network, code, language, address, ...confirmation });
  if (!confirmed.ok) return fault(codeFaults[confirmed.code]);
  const { login, email } = confirmed.value;
  return answered({ kind: "identitytoolkit#SetAccountInfoResponse", localId: login.id, email, emailVerified: true });
}

export const codeFaults = {
  CODE_INVALID: "INVALID_OOB_CODE",
  CODE_EXPIRED: "EXPIRED_OOB_CODE",
  ALREADY_VERIFIED: "INVALID_OOB_CODE",
  EMAIL_EXISTS: "EMAIL_EXISTS",
  ACCOUNT_SESSION_REQUIRED: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
  TOO_MANY_REQUESTS: "TOO_MANY_ATTEMPTS_TRY_LATER",
} as const;

/** `accounts:delete`: deletes a login without an account. An account is only deleted by a deletion request. */
export async function deleteUser(ctx: ToolkitContext): Promise<ToolkitResult> {
  const holder = await holderOf(ctx, true);
  if ("fault" in holder) return holder;
  const { deps, network } = ctx;
  const deleted = await deps.db.transaction().execute(async (tx) => {
    // Locked, so that no account is opened by it meanwhile.
    await lockLogin(tx, network.id, holder.login.id);
    if ((await accountOfLogin(tx, network.id, holder.login.id)) !== undefined) return false;
    await deleteLogin(tx, holder.login.id);
    return true;
  });
  if (!deleted) return fault("OPERATION_NOT_ALLOWED : The account is deleted by a deletion request.");
  return answered({ kind: "identitytoolkit#DeleteAccountResponse" });
}
