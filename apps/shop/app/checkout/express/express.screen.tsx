import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useRevalidator,
} from "react-router";
import { sentBack, typedOf } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { type RequestContext, requestContextOf } from "../../request-context/request-context.ts";
import { noStore } from "../../request-context/sign-out.server.ts";
import { useT } from "../../texts/texts.tsx";
import { enterTypedGuest, placeOrder } from "../place-order.server.ts";
import { orderOfChoice, readExpress } from "./express-choice.ts";
import { ExpressForm } from "./express-form.tsx";
import { type ExpressOffer, expressOffer } from "./express-offer.server.ts";

/** Loads the purchase of one article as a page: without script, or opened in a tab of its own (decision 129). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const offer = await offerOrRedirect(requestContextOf(context), request.url);
  return data({ offer, key: crypto.randomUUID() }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Places the order of the form and redirects to the payment page, or to the result. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const offer = await offerOrRedirect(ctx, request.url);
  const read = readExpress(typed, offer);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const order = orderOfChoice(offer, read.value, { key: typed.key ?? crypto.randomUUID(), quantity: offer.quantity });
  const entered = await enteredFirst(ctx, order, request.url);
  if (!entered.ok) return data(sentBack([{ code: entered.code }], typed), { status: 409 });
  // The total is the one that the customer saw; the server refuses the order if it is no longer right.
  const totalAmount = { ...order.totalAmount, amount: Number(typed.total ?? Number.NaN) };
  const isSeen = Number.isSafeInteger(totalAmount.amount);
  const placed = await placeOrder(ctx, { ...order, ...(isSeen ? { totalAmount } : {}) });
  if (!placed.ok) return data(sentBack([{ code: placed.code }], typed), { status: 409 });
  const { orderId, paymentUrl } = placed.value;
  throw redirect(paymentUrl ?? href("cart", undefined, { order: orderId }), { status: 303 });
}

/**
 * Opens a visitor's guest session in a request of its own: the browser then sends the same form again (307), with the
 * session. A lost answer to the first leaves no order; a lost answer to the second is the same order, by session and key.
 */
async function enteredFirst(ctx: RequestContext, order: Parameters<typeof enterTypedGuest>[1], url: string) {
  const query = new URL(url).searchParams;
  // A browser that stores no cookies is not redirected in a loop.
  if (order.guestEmail === null || ctx.session.open || query.has("entered")) return { ok: true } as const;
  const entered = await enterTypedGuest(ctx, order);
  if (!entered.ok) return entered;
  throw redirect(href("express", undefined, { ...Object.fromEntries(query), entered: "1" }), { status: 307 });
}

async function offerOrRedirect(ctx: RequestContext, url: string): Promise<ExpressOffer> {
  const offer = await expressOffer(ctx, url);
  if ("to" in offer) throw redirect(offer.to);
  return offer;
}

export default function ExpressScreen() {
  const t = useT();
  const { offer, key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { revalidate } = useRevalidator();
  const { name, summary } = offer.item;
  return (
    <Page narrow>
      <Title>{name}</Title>
      <BackLink href={href("home")} label={t("checkout.express.back")} />
      <PageHead title={name}>{summary}</PageHead>
      <ExpressForm offer={offer} sheetKey={key} answer={answer} ask={() => void revalidate()} />
    </Page>
  );
}
