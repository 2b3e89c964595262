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
import { withNext } from "../identity/next.ts";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import { keptCards } from "../payments/kept-cards.server.ts";
import { notKept } from "../shell/sign-out.server.ts";
import { sentBack, typedOf } from "../shell/typed.ts";
import { type Visit, visitOf } from "../shell/visit.ts";
import { AccountHome } from "./account-home.tsx";
import { type Changed, changeEmail, changePassword, savePersonal, savePreferences } from "./changes.server.ts";
import { overviewOf, ownDataOf } from "./overview.server.ts";
import { PersonalView } from "./personal-view.tsx";
import { PreferencesView } from "./preferences-view.tsx";
import { SignInView } from "./sign-in-view.tsx";

/** The account at a glance, or with `edit` one part of it to change. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const edit = new URL(request.url).searchParams.get("edit");
  const account = await visit.session.account();
  if (!account) throw redirect(href("auth"));
  const own = ownDataOf(account.user);
  if (edit === "personal") return data({ view: "personal", own } as const, { headers: notKept });
  if (edit === "sign-in" && own.hasPassword) return data({ view: "sign-in", own } as const, { headers: notKept });
  if (edit === "preferences") return data({ view: "preferences" } as const, { headers: notKept });
  const cards = await keptCards(visit);
  return data({ view: "home", own, ...(await overviewOf(visit, account)), cards } as const, { headers: notKept });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

const changes: Record<string, (visit: Visit, typed: Readonly<Record<string, string>>) => Promise<Changed>> = {
  personal: savePersonal,
  email: changeEmail,
  password: changePassword,
};

/** One change; then back to the account, which says that it is done. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context);
  const typed = typedOf(await request.formData());
  const what = typed.what ?? "";
  if (what === "preferences") {
    const language = await savePreferences(visit, typed);
    // Whole, because the router would put the prefix of this page in front of another language's.
    const there = new URL(`/${language}${href("account", undefined, { told: "preferences" })}`, visit.url);
    return redirectDocument(there.href, { status: 303 });
  }
  const change = Object.hasOwn(changes, what) ? changes[what] : undefined;
  if (!change) throw data(null, { status: 400 });
  const changed = await reached(() => change(visit, typed));
  if (!changed.ok) {
    const faults = "faults" in changed ? changed.faults : [{ code: changed.code }];
    return data({ ...sentBack(faults, typed), what }, { status: 422 });
  }
  if (what === "email") {
    return redirect(withNext("unverifiedAccount", href("account"), { sent: "60" }), { status: 303 });
  }
  return redirect(href("account", undefined, { told: what }), { status: 303 });
}

export default function AccountScreen() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  switch (shown.view) {
    case "personal":
      return <PersonalView own={shown.own} answer={answer} />;
    case "sign-in":
      return <SignInView own={shown.own} answer={answer} />;
    case "preferences":
      return <PreferencesView />;
    case "home":
      return <AccountHome own={shown.own} ticket={shown.ticket} people={shown.people} cards={shown.cards} />;
  }
}
