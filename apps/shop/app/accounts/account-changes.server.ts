import { languageOf } from "@guichet/contract/languages.ts";
import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { readPhone } from "@guichet/rules/persons/phones.ts";
import type { Fault, Typed } from "../forms/form-values.ts";
import { formFaultField } from "../identity/forms/fault-fields.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { readEmailChange, readPasswordChange } from "../identity/forms/sign-in-forms.ts";
import { enter, toolkitFormCode } from "../identity/sign-in.server.ts";
import { themeOf } from "../page/frame.tsx";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { todayIn } from "../request-context/today.ts";
import { type Personal, readPersonal, readReach } from "../travellers/read-personal-data.ts";
import { chosenStatus } from "../travellers/tariff-status.server.ts";
import { hasPasswordOf } from "./account-overview.server.ts";
import { reauthenticateAtProvider, reauthenticateByPassword } from "./step-up-authentication.server.ts";

/** `to`: where the change goes on, at a provider. */
export type Changed = { ok: true } | { ok: true; to: string } | { ok: false; faults: Fault<FormCode>[] };

const refused = (code: FormCode, form: "email" | "password" | "person"): Changed => ({
  ok: false,
  faults: [{ code, field: formFaultField(code, form) }],
});

/** Names, birth date, phone, address and the e-mail to write to. */
export async function savePersonal(ctx: RequestContext, typed: Typed): Promise<Changed> {
  const { network } = ctx;
  const user = await ctx.session.holder();
  if (!user) return refused("USER_NOT_CONNECTED", "person");
  if (!user.isParent) return saveReach(ctx, typed);
  const { synchronisedFields } = user;
  const read = readPersonal(typed, todayIn(network.timeZone, new Date(ctx.now())), readPhone, synchronisedFields);
  if (!read.ok) return read;
  const values: Partial<typeof read.value> & { tariffStatus?: string | null } = {
    ...read.value,
    ...chosenStatus(ctx, typed),
  };
  // What the network does not ask is not changed either, nor what an identity provider says.
  if (network.specific.hideBirthDate) delete values.birthDate;
  for (const field of synchronisedFields) delete values[field];
  if (typed.currentPassword !== undefined) {
    const reauthenticated = await reauthenticateByPassword(ctx, typed);
    if (!reauthenticated.ok) return reauthenticated;
  }
  if (typed.prove === "provider") return reauthenticateFirst(ctx, values);
  const saved = await ctx.call("updateAccount", values);
  if (saved.ok) return { ok: true };
  // Another contact e-mail asks for a proof: the form comes back as it was typed, with what to prove it by.
  if (saved.code === "REAUTHENTICATION_REQUIRED" && hasPasswordOf(user))
    return { ok: false, faults: [{ code: "CURRENT_PASSWORD_REQUIRED", field: "currentPassword" }] };
  return refused(saved.code, "person");
}

/** Saves what needs no proof, and leads to a provider of the account; the contact e-mail waits in a cookie meanwhile. */
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

/** What came of such a proof: the contact e-mail that waits to be saved, and what the provider refused. */
export function reauthenticationOf(ctx: RequestContext) {
  const contactEmail = ctx.cookies.get("contactEmail");
  if (contactEmail !== undefined) ctx.cookies.clear("contactEmail");
  const { searchParams } = ctx.url;
  return { contactEmail, isReauthenticated: searchParams.has("reauthenticated"), refused: searchParams.get("refused") };
}

/** How a traveller with a sign-in of their own is reached; names and birth date are the holder's to change. */
async function saveReach(ctx: RequestContext, typed: Typed): Promise<Changed> {
  const read = readReach(typed, readPhone);
  if (!read.ok) return read;
  const saved = await ctx.call("updateAccount", read.value);
  return saved.ok ? { ok: true } : refused(saved.code, "person");
}

/** Another e-mail address, by the current password (§5); this browser stays signed in, all others do not. */
export async function changeEmail(ctx: RequestContext, typed: Typed): Promise<Changed> {
  const user = await ctx.session.holder();
  if (!user) return refused("USER_NOT_CONNECTED", "email");
  const read = readEmailChange(typed, user.userMail);
  if (!read.ok) return read;
  const { email, currentPassword } = read.value;
  const changed = await ctx.call("updateAccount", { email, currentPassword });
  if (!changed.ok) return refused(changed.code, "email");
  // The tokens of the old address no longer renew anything: this browser gets those of the new one.
  const toolkit = await ctx.toolkit();
  const signed = await toolkit.signInWithPassword(email, currentPassword);
  if (signed.ok) await enter(ctx, signed.value);
  return { ok: true };
}

/** Another password, by the current one (§5); this browser gets a new session, all others end. */
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

/** Language and theme, in the holder's account and in this browser. Answers the language to go on in. */
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
