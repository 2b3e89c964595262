import { federationOf } from "@guichet/client/providers.ts";
import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { type ActionFunctionArgs, data, redirect } from "react-router";
import { sentBack, typedOf } from "../../forms/form-values.ts";
import { href } from "../../paths.ts";
import { type RequestContext, requestContextOf } from "../../request-context/request-context.ts";
import { formFaultField } from "../forms/fault-fields.ts";
import type { FormCode } from "../forms/form-codes.ts";
import { readNewSignIn } from "../forms/sign-in-forms.ts";
import { beginAtProvider } from "../providers/provider-begin.server.ts";
import { providersOf } from "../providers/providers.server.ts";
import { sendVerification } from "../registration/register.server.ts";
import { enter, reached, toolkitFormCode } from "../sign-in.server.ts";

type Added = { ok: true } | { ok: false; code: FormCode };

/** Action of both screens: starts reauthentication, or adds the sign-in method and, for `replace`, unlinks the federation. */
export async function addEmailAction({ context, request }: ActionFunctionArgs, what: "add" | "replace") {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  if (typed.what === "prove") return reauthenticateFirst(ctx, what);
  const read = readNewSignIn(typed, isCommonPassword);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const { email, password } = read.value;
  const added = await reached(() => addEmail(ctx, email, password, what));
  if (!added.ok) {
    return data(sentBack([{ code: added.code, field: formFaultField(added.code, "add") }], typed), { status: 422 });
  }
  const user = await ctx.session.holder();
  // Until the link in the e-mail is opened, the address is unconfirmed: anyone who resets its password takes it over.
  const sent = String(await sendVerification(ctx));
  if (user?.isVerified) {
    return redirect(
      href("account", undefined, { edit: "sign-in-methods", flash: what === "add" ? "added" : "replaced" }),
      {
        status: 303,
      },
    );
  }
  return redirect(href("unverifiedAccount", undefined, { sent, next: href("account") }), { status: 303 });
}

/** Redirects to the federation, which returns to this screen. */
export async function reauthenticateFirst(ctx: RequestContext, what: "add" | "replace") {
  const place = what === "add" ? "identityAdd" : "identityReplace";
  const { id } = federationOf(await providersOf(ctx));
  const purpose = what === "add" ? "reauthenticate" : "replace";
  const begun = await beginAtProvider(ctx, { providerId: id, purpose, place, next: href(place) });
  if (!begun.ok) return data(sentBack([{ code: begun.code }], {}), { status: 422 });
  return redirect(begun.value, { status: 303 });
}

async function addEmail(ctx: RequestContext, email: string, password: string, what: "add" | "replace"): Promise<Added> {
  const toolkit = await ctx.toolkit();
  let signed = await toolkit.signUp(email, password);
  // An earlier attempt that was interrupted created this sign-in; its password allows the user to continue.
  if (!signed.ok && signed.code === "EMAIL_EXISTS") {
    const again = await toolkit.signInWithPassword(email, password);
    if (again.ok) signed = again;
  }
  if (!signed.ok) return { ok: false, code: toolkitFormCode[signed.code] };
  const { idToken } = signed.value;
  const added = await ctx.call("createIdentity", { authProviderId: "password", authProviderToken: idToken });
  if (!added.ok) {
    // A sign-in without an account would block the next attempt.
    await toolkit.remove(idToken);
    return added;
  }
  if (what === "add") return { ok: true };
  const { id } = federationOf(await providersOf(ctx));
  const unlinked = await ctx.call("deleteIdentity", { authProviderId: id });
  if (!unlinked.ok) return unlinked;
  // The session becomes an e-mail and password session, which can be renewed.
  return enter(ctx, signed.value);
}
