import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { sentBack, typedOf } from "../forms/form-values.ts";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { todayOf } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { readCardData } from "./card-forms.ts";
import { CardSearchForm } from "./card-search-form.tsx";
import { CardSearchResult } from "./card-search-result.tsx";
import { clearFoundCard, foundCard, searchCard, signInByCard } from "./found-card.server.ts";

/** Loads the search or its result. Users with an account link cards there; a network without card sign-in has no search. */
export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  if (await ctx.session.holder()) throw redirect(href("transportCards"));
  if (!ctx.network.switches.mediaSignin) throw redirect(href("auth"));
  return data({ found: foundCard(ctx) }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  if (typed.what === "again") {
    clearFoundCard(ctx);
    return redirect(href("authMediaSearch"), { status: 303 });
  }
  if (typed.what === "reload") {
    const entered = await signInByCard(ctx);
    if (entered.ok) return redirect(href("home", undefined, { support: "MEDIA" }), { status: 303 });
    return data(sentBack([entered.fault], {}), { status: 422 });
  }
  const read = readCardData(typed, todayOf(ctx));
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const searched = await searchCard(ctx, read.value);
  if (!searched.ok) return data(sentBack([searched.fault], typed), { status: 422 });
  return redirect(href("authMediaSearch"), { status: 303 });
}

/** Sign-in with a transport card (§2 "/auth/media/search"): the search, then the actions on the card. */
export default function MediaSearch() {
  const t = useT();
  const { found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (found) return <CardSearchResult found={found} answer={answer} />;
  return (
    <CardSearchForm title={t("transport-cards.search.title")} text={t("transport-cards.search.text")} answer={answer} />
  );
}
