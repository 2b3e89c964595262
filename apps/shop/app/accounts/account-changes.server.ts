import { languageOf } from "@guichet/contract/languages.ts";
import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import type { Fault, Typed } from "../forms/form-values.ts";
import { formFaultField } from "../identity/forms/fault-fields.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { readEmailChange, readPasswordChange } from "../identity/forms/sign-in-forms.ts";
import { enter, toolkitFormCode } from "../identity/sign-in.server.ts";
import { themeOf } from "../page/frame.tsx";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { todayIn } from "../request-context/today.ts";
import { phoneReader } from "../travellers/phone-reader.server.ts";
import { type Personal, readContact, readPersonal } from "../travellers/read-personal-data.ts";
import { chosenStatus } from "../travellers/tariff-status.server.ts";
import { hasPasswordOf } from "./account-overview.server.ts";
import { reauthenticateAtProvider, reauthenticateByPassword } from "./step-up-authentication.server.ts";

/** Result of a change; `to` is the URL of a provider at which the change continues. */
export type Changed = { ok: true } | { ok: true; to: string } | { ok: false; faults: Fault<FormCode>[] };

const refused = (code: FormCode, form: "email" | "password" | "person"): Changed => ({
  ok: false,
  faults: [{ code, field: formFaultField(code, form) }],
});

/** Saves names, birth date, phone, address and contact e-mail. */
export async function savePersonal(ctx: RequestContext, typed: Typed): Promise<Changed> {
  const { network } = ctx;
  const user = await ctx.session.holder();
  if (!user) return refused("USER_NOT_CONNECTED", "person");
  if (!user.isParent) return saveReach(ctx, typed);
  const { synchronisedFields } = user;
  const read = readPersonal(
    typed,
    todayIn(network.timeZone, new Date(ctx.now())),
    phoneReader(network),
    synchronisedFields,
  );
  if (!read.ok) return read;
  const values: Partial<typeof read.value> & { tariffStatus?: string | null } = {
    ...read.value,
    ...chosenStatus(ctx, typed),
  };
  // Fields that the network hides or that an identity provider supplies cannot be changed.
  if (network.specific.hideBirthDate) delete values.birthDate;
  for (const field of synchronisedFields) delete values[field];
  if (typed.currentPassword !== undefined) {
    const reauthenticated = await reauthenticateByPassword(ctx, typed);
    if (!reauthenticated.ok) return reauthenticated;
  }
  if (typed.prove === "provider") return reauthenticateFirst(ctx, values);
  const saved = await ctx.call("updateAccount", values);
  if (saved.ok) return { ok: true };
  // A new contact e-mail requires reauthentication: the form returns with the submitted values and a password field.
  if (saved.code === "REAUTHENTICATION_REQUIRED" && hasPasswordOf(user))
    return { ok: false, faults: [{ code: "CURRENT_PASSWORD_REQUIRED", field: "currentPassword" }] };
  return refused(saved.code, "person");
}

/** Saves fields that need no reauthentication, stores the contact e-mail in a cookie and redirects to a provider of the account. */
async function reauthenticateFirst(
  ctx: RequestContext,
  { contactEmail, ...others }: Partial<Personal>,
): Promise<Changed> {
  const saved = await ctx.call("updateAccount", others);
  if (!saved.ok) return refused(saved.code, "person");
  const led = await reauthenticateAtProvider(ctx, href("account", undefined, { edit: "personal" }));
  if (led.ok) ctx.cookies.set("contactEmail", contactEmail ?? "");
  return led;
}

/** Outcome of that reauthentication: the contact e-mail to save, and the provider's error code. */
export function reauthenticationOf(ctx: RequestContext) {
  const contactEmail = ctx.cookies.get("contactEmail");
  if (contactEmail !== undefined) ctx.cookies.clear("contactEmail");
  const { searchParams } = ctx.url;
  return { contactEmail, isReauthenticated: searchParams.has("reauthenticated"), refused: searchParams.get("refused") };
}

/** Saves the contact details of a traveller with their own sign-in; only the holder can change names and birth date. */
async function saveReach(ctx: RequestContext, typed: Typed): Promise<Changed> {
  const read = readContact(typed, phoneReader(ctx.network));
  if (!read.ok) return read;
  const saved = await ctx.call("updateAccount", read.value);
  return saved.ok ? { ok: true } : refused(saved.code, "person");
}

/** Changes the e-mail address, given the current password (§5). This browser stays signed in; all others are signed out. */
export async function changeEmail(ctx: RequestContext, typed: Typed): Promise<Changed> {
  const user = await ctx.session.holder();
  if (!user) return refused("USER_NOT_CONNECTED", "email");
  const read = readEmailChange(typed, user.userMail);
  if (!read.ok) return read;
  const { email, currentPassword } = read.value;
  const changed = await ctx.call("updateAccount", { email, currentPassword });
  if (!changed.ok) return refused(changed.code, "email");
  // The tokens of the old address can no longer be refreshed: this browser signs in with the new address.
  const toolkit = await ctx.toolkit();
  const signed = await toolkit.signInWithPassword(email, currentPassword);
  if (signed.ok) await enter(ctx, signed.value);
  return { ok: true };
}

/** Changes the password, given the current one (§5). This browser gets a new session; all others end. */
export async function changePassword(ctx: RequestContext, typed: Typed): Promise<Changed> {
  const user = await ctx.session.holder();
  if (!user) return refused("USER_NOT_CONNECTED", "password");
  const read = readPasswordChange(typed, isCommonPassword);
  if (!read.ok) return read;
  const { currentPassword, password } = read.value;
  const toolkit = await ctx.toolkit();
  const confirmed = await toolkit.signInWithPassword(user.userMail, currentPassword);
  if (!confirmed.ok) {
    const code = toolkitFormCode[confirmed.code];
    const isWrong = code === "INVALID_LOGIN_CREDENTIALS" || code === "INVALID_PASSWORD";
    return refused(isWrong ? "PASSWORD_WRONG" : code, "password");
  }
  const changed = await toolkit.update(confirmed.value.idToken, { password });
  if (!changed.ok) return refused(toolkitFormCode[changed.code], "password");
  const { idToken, refreshToken } = changed.value;
  if (idToken === undefined || refreshToken === undefined) return { ok: true };
  const entered = await enter(ctx, { idToken, refreshToken });
  return entered.ok ? { ok: true } : refused(entered.code, "password");
}

/** Saves language and theme in the holder's account and in this browser. Returns the language of the next page. */
export async function savePreferences(ctx: RequestContext, typed: Typed): Promise<string> {
  const { network, cookies } = ctx;
  const asked = languageOf(typed.language);
  const language = asked !== undefined && network.languages.includes(asked) ? asked : ctx.language;
  const theme = themeOf(typed.theme);
  const user = await ctx.session.holder();
  if (user?.isParent === true) await ctx.call("updateAccount", { language, theme });
  cookies.set("theme", theme);
  cookies.set("locale", language);
  return language;
}
