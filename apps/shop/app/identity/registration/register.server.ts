import type { RequestContext } from "../../request-context/request-context.ts";
import type { FormCode } from "../forms/form-codes.ts";
import type { Registration } from "../forms/sign-in-forms.ts";
import { signUp } from "../sign-in.server.ts";

export type Registered = { ok: true; retryAfterSeconds: number } | { ok: false; code: FormCode };

/** Registers an account: sign-in, names and verification e-mail (§4). */
export async function register(ctx: RequestContext, registration: Registration): Promise<Registered> {
  const { email, password, firstName, lastName, birthDate } = registration;
  const signed = await signUp(ctx, email, password);
  if (!signed.ok) return signed;
  const birthDateValue = birthDate === null ? {} : { birthDate };
  // If this call fails, the account exists but is incomplete: the guard of every page then asks for the missing data.
  await ctx.call("updateAccount", { firstName, lastName, ...birthDateValue, language: ctx.language });
  return { ok: true, retryAfterSeconds: await sendVerification(ctx) };
}

/** Creates an account for the guest of this session; data already entered is not asked again (WCAG 3.3.7). */
export async function registerGuest(ctx: RequestContext, password: string): Promise<Registered> {
  const guest = (await ctx.session.account())?.user;
  if (!guest?.authAsGuest) return { ok: false, code: "USER_NOT_CONNECTED" };
  const { userName: firstName, userLastname: lastName, userMail: email, userBirthday: birthDate } = guest;
  return register(ctx, { firstName, lastName, email, birthDate, password });
}

/** Sends the verification e-mail; returns the seconds until the next one can be requested. */
export async function sendVerification(ctx: RequestContext): Promise<number> {
  const sent = await ctx.call("sendVerificationEmail", {});
  if (sent.ok) return sent.value.retryAfterSeconds;
  const wait = sent.details?.retryAfterSeconds;
  return typeof wait === "number" ? wait : 0;
}
