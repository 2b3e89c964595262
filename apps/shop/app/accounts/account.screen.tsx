import { withLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
} from "react-router";
import { sentBack, typedOf } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { withNext } from "../identity/return-path.ts";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import { savedCards } from "../payments/saved-cards.server.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { cheaperPasses } from "../subscriptions/cheaper-passes.server.ts";
import { ownSubscriptions } from "../subscriptions/subscriptions.server.ts";
import { tariffStatuses } from "../travellers/tariff-status.server.ts";
import {
  type Changed,
  changeEmail,
  changePassword,
  reauthenticationOf,
  savePersonal,
  savePreferences,
} from "./account-changes.server.ts";
import { AccountHome } from "./account-home.tsx";
import { overviewOf, ownDataOf } from "./account-overview.server.ts";
import { devicesOf, signOutDevice } from "./devices.server.ts";
import { DevicesView } from "./devices-view.tsx";
import { ExportView } from "./export-view.tsx";
import { changeGeolocationConsent, geolocationConsentOf } from "./geolocation.server.ts";
import { giftFormOf, redeemGift } from "./gift.server.ts";
import { GiftView } from "./gift-view.tsx";
import { PersonalView } from "./personal-view.tsx";
import { PreferencesView } from "./preferences-view.tsx";
import { SignInMethodChange } from "./sign-in-method-change.tsx";
import { link, signInMethodsOf, unlink } from "./sign-in-methods.server.ts";
import { SignInMethodsView } from "./sign-in-methods-view.tsx";
import { SignInView } from "./sign-in-view.tsx";
import { refusedReauthentication } from "./step-up-authentication.server.ts";

/** Loads the account's home page, or with `edit` the form for one part of the account. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const edit = new URL(request.url).searchParams.get("edit");
  const account = await ctx.session.account();
  if (!account) throw redirect(href("auth"));
  const own = ownDataOf(account.user, ctx.network.country);
  if (edit === "personal") {
    const statuses = own.isHolder ? await tariffStatuses(ctx) : [];
    const proving = reauthenticationOf(ctx);
    return data({ view: "personal", own, statuses, proving } as const, { headers: noStore });
  }
  if (edit === "export" && own.isHolder) {
    const search = new URL(request.url).searchParams;
    const refused = search.get("refused");
    const { hasPassword } = own;
    const isReauthenticated = refused === null && search.has("reauthenticated");
    const answer = refused === null ? undefined : sentBack(refusedReauthentication(refused as FormCode).faults, {});
    return data({ view: "export", hasPassword, isReauthenticated, answer } as const, { headers: noStore });
  }
  if (edit === "gift") return data({ view: "gift", gift: giftFormOf(account) } as const, { headers: noStore });
  if (edit === "devices") {
    const devices = await devicesOf(ctx);
    return data({ view: "devices", devices, isHolder: own.isHolder } as const, { headers: noStore });
  }
  if (edit === "sign-in" && own.hasPassword) return data({ view: "sign-in", own } as const, { headers: noStore });
  if (edit === "sign-in-methods" || edit === "link" || edit === "unlink") {
    return data(await showSignInMethods(ctx, edit, new URL(request.url).searchParams), { headers: noStore });
  }
  if (edit === "preferences") {
    const positions = await geolocationConsentOf(ctx);
    return data({ view: "preferences", isHolder: own.isHolder, positions } as const, { headers: noStore });
  }
  const [cards, subscriptions, overview, cheaper] = await Promise.all([
    own.isHolder ? savedCards(ctx) : [],
    ownSubscriptions(ctx),
    overviewOf(ctx, account),
    cheaperPasses(ctx),
  ]);
  return data({ view: "home", own, ...overview, cards, subscriptions, cheaper } as const, { headers: noStore });
}

/** Loads the list of sign-in methods, or the one to link or unlink. */
async function showSignInMethods(
  ctx: RequestContext,
  edit: "sign-in-methods" | "link" | "unlink",
  search: URLSearchParams,
) {
  const methods = await signInMethodsOf(ctx);
  if (methods === undefined) throw redirect(href("account"));
  if (edit === "sign-in-methods") return { view: "sign-in-methods", methods } as const;
  const id = search.get("provider");
  const held = methods.methods.map(({ providerId, name, driver }) => ({ id: providerId, name, driver }));
  const provider = (edit === "link" ? methods.offers : held).find((one) => one.id === id && one.driver !== null);
  if (provider === undefined) throw redirect(href("account", undefined, { edit: "sign-in-methods" }));
  const { hasPassword } = methods;
  return { view: edit, provider, hasPassword, reauthenticated: search.has("reauthenticated") } as const;
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

const changes: Record<string, (ctx: RequestContext, typed: Readonly<Record<string, string>>) => Promise<Changed>> = {
  personal: savePersonal,
  email: changeEmail,
  password: changePassword,
  gift: redeemGift,
};

/** Saves one change and redirects to the account page, which confirms it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const what = typed.what ?? "";
  if (what === "preferences") {
    const language = await savePreferences(ctx, typed);
    // A full page load, because the router would put this page's language prefix before that of the new language.
    const there = new URL(
      withLanguagePrefix(`/${language}`, href("account", undefined, { flash: "preferences" })),
      ctx.url,
    );
    return redirectDocument(there.href, { status: 303 });
  }
  if (what === "positions") {
    const said = await changeGeolocationConsent(ctx, typed);
    return redirect(href("account", undefined, { edit: "preferences", ...said }), { status: 303 });
  }
  if (what === "sign-out-device") {
    await signOutDevice(ctx, typed.sessionId);
    return redirect(href("account", undefined, { edit: "devices", flash: "signed-out" }), { status: 303 });
  }
  if (what === "confirm-email") {
    const sent = await reached(() => ctx.call("sendVerificationEmail", {}));
    const said = sent.ok ? { flash: "sent" } : sent.code === "ALREADY_VERIFIED" ? undefined : { refused: sent.code };
    return redirect(href("account", undefined, { edit: "sign-in-methods", ...said }), { status: 303 });
  }
  if (what === "link" || what === "unlink") {
    const isReauthenticated = new URL(request.url).searchParams.has("reauthenticated");
    const redirectionOf = await reached(() =>
      what === "link" ? link(ctx, typed, isReauthenticated) : unlink(ctx, typed),
    );
    if (redirectionOf.ok) return redirect(redirectionOf.to, { status: 303 });
    const faults = "faults" in redirectionOf ? redirectionOf.faults : [{ code: redirectionOf.code }];
    return data({ ...sentBack(faults, typed), what }, { status: 422 });
  }
  const change = Object.hasOwn(changes, what) ? changes[what] : undefined;
  if (!change) throw data(null, { status: 400 });
  const changed = await reached(() => change(ctx, typed));
  if (!changed.ok) {
    const faults = "faults" in changed ? changed.faults : [{ code: changed.code }];
    return data({ ...sentBack(faults, typed), what }, { status: 422 });
  }
  if ("to" in changed) return redirect(changed.to, { status: 303 });
  if (what === "email") {
    return redirect(withNext("unverifiedAccount", href("account"), { sent: "60" }), { status: 303 });
  }
  return redirect(href("account", undefined, { flash: what }), { status: 303 });
}

export default function AccountScreen() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  switch (shown.view) {
    case "personal":
      return <PersonalView own={shown.own} statuses={shown.statuses} proving={shown.proving} answer={answer} />;
    case "export":
      return (
        <ExportView hasPassword={shown.hasPassword} isReauthenticated={shown.isReauthenticated} answer={shown.answer} />
      );
    case "gift":
      return <GiftView gift={shown.gift} answer={answer} />;
    case "sign-in":
      return <SignInView own={shown.own} answer={answer} />;
    case "preferences":
      return <PreferencesView isHolder={shown.isHolder} positions={shown.positions} />;
    case "devices":
      return <DevicesView devices={shown.devices} isHolder={shown.isHolder} />;
    case "sign-in-methods":
      return <SignInMethodsView methods={shown.methods} />;
    case "link":
    case "unlink":
      return <SignInMethodChange {...shown} what={shown.view} answer={answer} />;
    case "home":
      return <AccountHome {...shown} />;
  }
}
