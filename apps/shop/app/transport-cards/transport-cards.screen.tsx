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
import { nextIn } from "../identity/return-path.ts";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { todayOf } from "../request-context/today.ts";
import { AllTransportCards } from "./all-transport-cards.tsx";
import { readCardData } from "./card-forms.ts";
import { clearFoundCard, foundCard, linkCard, linkFoundCard, removeCard } from "./found-card.server.ts";
import { RemoveCard } from "./remove-card.tsx";

/** Loads the cards of the account; `remove`: the card whose removal is to be confirmed. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const query = new URL(request.url).searchParams;
  const [held, account] = await Promise.all([ctx.call("getMedias", {}), ctx.session.account()]);
  if (!held.ok) throw data(null, { status: 503 });
  const cards = held.value.medias;
  const remove = query.get("remove");
  if (remove !== null) {
    const card = cards.find(({ id }) => id === remove);
    if (card === undefined) throw data(null, { status: 404 });
    return data({ view: "remove", card } as const, { headers: noStore });
  }
  const travellers = (account?.profiles ?? [])
    .filter(({ userStatus }) => userStatus === "active")
    .map(({ userId, userName, userLastname }) => ({ userId, name: `${userName} ${userLastname}`.trim() }));
  const found = foundCard(ctx);
  return data(
    { view: "all", cards, ordered: held.value.ordered, travellers, found, flash: query.get("flash") } as const,
    { headers: noStore },
  );
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Links the card entered or found, or removes one. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  // A user who links a card during a purchase returns to the purchase.
  const next = nextIn(new URL(request.url).searchParams);
  const done = (flash: string) =>
    redirect(flash === "linked" && next ? next : href("transportCards", undefined, { flash }), { status: 303 });
  const refused = (faults: Parameters<typeof sentBack>[0]) => data(sentBack(faults, typed), { status: 422 });
  switch (typed.what) {
    case "forget":
      clearFoundCard(ctx);
      return redirect(href("transportCards"), { status: 303 });
    case "found": {
      const linked = await linkFoundCard(ctx);
      return linked.ok ? done("linked") : refused([linked.fault]);
    }
    case "remove": {
      const removed = await removeCard(ctx, typed.card ?? "");
      return removed.ok ? done("removed") : refused([removed.fault]);
    }
    default: {
      const read = readCardData(typed, todayOf(ctx));
      if (!read.ok) return refused(read.faults);
      const linked = await linkCard(ctx, read.value, typed.traveller || undefined);
      return linked.ok ? done("linked") : refused([linked.fault]);
    }
  }
}

/** The transport cards of the account (§2 "/account/transport-cards"). */
export default function TransportCards() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (shown.view === "remove") return <RemoveCard card={shown.card} answer={answer} />;
  return <AllTransportCards {...shown} answer={answer} />;
}
