import { readEmail, readNewEmail } from "@guichet/rules/persons/emails.ts";
import { accountOfLogin } from "../../account-records/account-store.ts";
import type { CodeAction } from "../../authentication/code-store.ts";
import { lockLogin, loginByEmail } from "../../authentication/login-store.ts";
import { requestPasswordReset } from "../password-resets.ts";
import { sendCode } from "../send-code.ts";
import { readEmailCode, resetByCode } from "../use-code.ts";
import { answered, fault, type ToolkitResult } from "./faults.ts";
import type { ToolkitContext } from "./requests.ts";
import { passwordFault } from "./sign-ins.ts";
import { holderOf } from "./tokens.ts";
import { codeFaults } from "./users.ts";

/** `accounts:sendOobCode`: sends an e-mail with a one-time code. A reset has the same response for any address. */
export async function sendOobCode(ctx: ToolkitContext): Promise<ToolkitResult> {
  switch (ctx.body.requestType) {
    case "PASSWORD_RESET":
      return sendPasswordReset(ctx);
    case "VERIFY_EMAIL":
      return sendToHolder(ctx, "LEGACY_EMAIL_VERIFICATION");
    case "VERIFY_AND_CHANGE_EMAIL":
      return sendToHolder(ctx, "EMAIL_CHANGE");
    case undefined:
    case "":
      return fault("MISSING_REQ_TYPE");
    default:
      return fault("INVALID_REQ_TYPE");
  }
}

const sent = (email: string) => answered({ kind: "identitytoolkit#GetOobConfirmationCodeResponse", email });

async function sendPasswordReset({ deps, network, body, language, address }: ToolkitContext): Promise<ToolkitResult> {
  const { emailPassword, enumerationProtection } = network.definition.authentication;
  if (!emailPassword) return fault("OPERATION_NOT_ALLOWED");
  if (body.email === undefined || body.email === "") return fault("MISSING_EMAIL");
  const email = readEmail(body.email);
  if (!email.ok) return fault("INVALID_EMAIL");
  if (!enumerationProtection && (await loginByEmail(deps.db, network.id, email.value)) === undefined) {
    return fault("EMAIL_NOT_FOUND");
  }
  const accepted = await requestPasswordReset(deps, network, email.value, language, address);
  return accepted ? sent(email.value) : fault("RESET_PASSWORD_EXCEED_LIMIT");
}

async function sendToHolder(ctx: ToolkitContext, action: CodeAction): Promise<ToolkitResult> {
  const { deps, network, body } = ctx;
  const holder = await holderOf(ctx, action === "EMAIL_CHANGE");
  if ("fault" in holder) return holder;
  let to = holder.login.email;
  if (action === "EMAIL_CHANGE") {
    if (body.newEmail === undefined || body.newEmail === "") return fault("MISSING_NEW_EMAIL");
    const read = readNewEmail(body.newEmail, to);
    if (!read.ok) return fault("INVALID_NEW_EMAIL");
    if ((await loginByEmail(deps.db, network.id, read.value)) !== undefined) return fault("EMAIL_EXISTS");
    to = read.value;
  } else if (holder.login.emailVerifiedAt !== null) return sent(to);
  const result = await deps.db.transaction().execute(async (tx) => {
    const login = await lockLogin(tx, network.id, holder.login.id);
    if (login === undefined) return undefined;
    const account = await accountOfLogin(tx, network.id, login.id);
    return sendCode(tx, deps, network, login, action, to, account?.language ?? ctx.language);
  });
  deps.wake();
  if (result === undefined) return fault("USER_NOT_FOUND");
  return result.sent ? sent(to) : fault("TOO_MANY_ATTEMPTS_TRY_LATER");
}

const requestTypes: Record<CodeAction, string> = {
  LEGACY_PASSWORD_CHANGE: "PASSWORD_RESET",
  LEGACY_EMAIL_VERIFICATION: "VERIFY_EMAIL",
  EMAIL_CHANGE: "VERIFY_AND_CHANGE_EMAIL",
};

/** `accounts:resetPassword`: sets a new password with a code; without a password it returns what the code is for. */
export async function resetPassword(ctx: ToolkitContext): Promise<ToolkitResult> {
  const { deps, network, body, language, address } = ctx;
  if (body.oobCode === undefined || body.oobCode === "") return fault("MISSING_OOB_CODE");
  const use = { deps, network, session: undefined, code: body.oobCode, language, address };
  const kind = "identitytoolkit#ResetPasswordResponse";
  if (body.newPassword === undefined) {
    const read = await readEmailCode(use, ["LEGACY_PASSWORD_CHANGE", "LEGACY_EMAIL_VERIFICATION", "EMAIL_CHANGE"]);
    if (!read.ok) return fault(codeFaults[read.code]);
    const { found, login } = read.value;
    const newEmail = found.action === "EMAIL_CHANGE" ? { newEmail: found.email } : {};
    return answered({ kind, email: login.email, requestType: requestTypes[found.action], ...newEmail });
  }
  const reset = await resetByCode(use, body.newPassword);
  if (reset.ok) return answered({ kind, email: reset.value.email, requestType: "PASSWORD_RESET" });
  if (reset.code === "PASSWORD_DOES_NOT_MEET_REQUIREMENTS") return passwordFault(reset.details);
  if (reset.code === "PASSWORD_OF_TRAVELLER") return fault(reset.code);
  if (reset.code === "PASSWORD_UNCHANGED") return fault(reset.code);
  return fault(codeFaults[reset.code]);
}
