import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { typedOf } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import { savedCards } from "../payments/saved-cards.server.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { ChangeMethod } from "./change-method.tsx";
import { EndSubscription } from "./end-subscription.tsx";
import { OneSubscription } from "./one-subscription.tsx";
import { SignMandate } from "./sign-mandate.tsx";
import { changes, mandateFor, subscriptionOf } from "./subscription-changes.server.ts";

/** Loads a subscription; with `step`, also the effect of ending it or the other payment methods. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return data(await stepOf(requestContextOf(context), params.id ?? "", new URL(request.url).searchParams), {
    headers: noStore,
  });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

async function stepOf(ctx: RequestContext, id: string, query: URLSearchParams) {
  const one = await subscriptionOf(ctx, id);
  const step = query.get("step");
  const { mayTerminate, mayUpdateCard } = one;
  if (step === "end" && mayTerminate !== null) {
    return { view: "end", one, ending: mayTerminate, changed: query.has("changed") } as const;
  }
  if (step === "method" && mayUpdateCard) {
    const cards = await savedCards(ctx);
    const account = cards.find(({ ID, kind }) => kind === "IBAN" && ID === query.get("account"));
    if (account === undefined) return { view: "method", one, cards } as const;
    return { view: "sign", one, account, mandate: await mandateFor(ctx, one) } as const;
  }
  if (step !== null) throw redirect(href("tacitOne", { id }));
  return { view: "one", one, flash: query.get("flash") } as const;
}

/** Applies one change and redirects to its confirmation. A refusal is shown on the form's page. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const change = Object.hasOwn(changes, typed.what ?? "") ? changes[typed.what ?? ""] : undefined;
  if (change === undefined) throw data(null, { status: 400 });
  const ctx = requestContextOf(context);
  const changed = await reached(async () => {
    const led = await change(ctx, params.id ?? "", typed);
    return { ok: true as const, led };
  });
  const led = changed.ok ? changed.led : { refused: changed.code };
  return "to" in led ? redirect(led.to, { status: 303 }) : data({ refused: led.refused }, { status: 422 });
}

/** One tacit subscription (§2 "/account/tacit/{id}"). */
export default function TacitOne() {
  const shown = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.refused;
  switch (shown.view) {
    case "end":
      return <EndSubscription {...shown} refused={refused} />;
    case "method":
      return <ChangeMethod {...shown} refused={refused} />;
    case "sign":
      return <SignMandate {...shown} refused={refused} />;
    case "one":
      return <OneSubscription {...shown} refused={refused} />;
  }
}
