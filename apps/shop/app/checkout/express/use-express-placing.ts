import type { Money } from "@guichet/contract/values.ts";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Fault, SentBack, Typed } from "../../forms/form-values.ts";
import { withNext } from "../../identity/return-path.ts";
import { useLanguagePrefix } from "../../page/frame.tsx";
import { usePageContext } from "../../page/page-context.tsx";
import { href } from "../../paths.ts";
import type { Placed } from "../place-order.server.ts";
import { amountIn, orderPath, sendGuest, sendOrder } from "../send-order.ts";
import { orderOfChoice, readExpress } from "./express-choice.ts";
import type { ExpressOffer } from "./express-offer.server.ts";

interface ExpressPlacing {
  placing: boolean;
  /** The last refusal, like a form that the server returned. */
  answer: SentBack | undefined;
  /** Places the order of the form's values, which must be valid. */
  place: (typed: Typed, quantity: number) => void;
}

/**
 * Places the order of a sheet by script and continues to the next page, like checkout: repeated clicks place it once, and
 * a customer who returns to the sheet after ordering sees the order. `ask` requests the offer again where it is out of
 * date.
 */
export function useExpressPlacing(offer: ExpressOffer, sheetKey: string, ask: () => void): ExpressPlacing {
  const prefixed = useLanguagePrefix();
  const navigate = useNavigate();
  const { user } = usePageContext();
  const underWay = useRef(false);
  /** Whether this visitor has a guest's session by now. */
  const isGuest = useRef(false);
  const [placing, setPlacing] = useState(false);
  const [answer, setAnswer] = useState<SentBack>();
  /** A refused payment is final, so that the next attempt needs a key of its own. */
  const [key, setKey] = useState(sheetKey);
  const rememberPlaced = usePlacedOrder();

  const refuse = (code: string, typed: Typed, amount: Money | null = null) => {
    underWay.current = false;
    setPlacing(false);
    const elsewhere = neededFirst(code, offer);
    if (elsewhere !== undefined) return void navigate(elsewhere);
    setAnswer({ faults: [{ code }], typed: amount === null ? typed : { ...typed, total: `${amount.amount}` } });
    if (code === refusedCard || code === "IDEMPOTENCY_KEY_REUSED") setKey(crypto.randomUUID());
    if (outdated.has(code)) ask();
  };

  // A visitor's session is opened by a request of its own: a retry after a lost response then finds the first order.
  const sendAsGuest = async (order: ReturnType<typeof orderOfChoice>): Promise<Placed> => {
    const url = prefixed(orderPath);
    if (order.guestEmail !== null && user === null && !isGuest.current) {
      const guest = await sendGuest(order.guestEmail, url);
      if ("code" in guest) return guest;
      isGuest.current = true;
    }
    return sendOrder(order, url);
  };

  const place = async (typed: Typed, quantity: number) => {
    const read = readExpress(typed, offer);
    if (underWay.current || !read.ok) return;
    underWay.current = true;
    setPlacing(true);
    const order = orderOfChoice(offer, read.value, { key, quantity });
    const placed = await sendAsGuest(order).catch((): Placed => ({ code: "CONNECTION" }));
    if ("code" in placed) return refuse(placed.code, typed, amountIn(placed));
    const { orderId, orderStatus, paymentUrl } = placed;
    if (orderStatus === "ERROR" && paymentUrl === null) return refuse(refusedCard, typed);
    if (paymentUrl === null) return void navigate(href("cart", undefined, { order: orderId }), { replace: true });
    await rememberPlaced(orderId);
    location.assign(paymentUrl);
  };
  return { placing, answer, place: (typed, quantity) => void place(typed, quantity) };
}

/** The bank refused the saved card; the code is the shop's own. */
export const refusedCard = "CARD_REFUSED";

/** Refusals after which the offer is requested again: price, cards or the article have changed. */
const outdated: ReadonlySet<string> = new Set([
  ...["ORDER_AMOUNT_CHANGED", "PAYMENT_METHOD_UNKNOWN", "PAYMENT_METHOD_EXPIRED", "QUANTITY_WRONG", "MAX_BUY_AT_ONCE"],
  ...["TRAVELLER_UNKNOWN", "TRAVELLER_REQUIRED", "ORDERING_CLOSED", "DUPLICATE_NOT_ACCEPTED"],
]);

/** The page that the customer needs before the order can be placed, if the refusal means one. */
function neededFirst(code: Fault["code"], { item }: ExpressOffer): string | undefined {
  const own = href("express", undefined, { item: item.id });
  if (code === "ACCOUNT_UNVERIFIED") return withNext("unverifiedAccount", own);
  if (code === "ACCOUNT_INCOMPLETE") return withNext("finalize", own);
  if (code === "USER_NOT_CONNECTED" || code === "GUEST_NOT_ALLOWED") return withNext("auth", own);
  return undefined;
}

/**
 * Leads to the order that was placed here, when the customer returns from the payment page by Back or reloads. Returns a function
 * that remembers the order with the history entry.
 */
function usePlacedOrder(): (orderId: string) => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [before] = useState(() => placedIn(state));
  const placed = useRef(before);
  useEffect(() => {
    const toOrder = () => {
      const order = placed.current;
      if (order !== undefined) void navigate(href("cart", undefined, { order }), { replace: true });
    };
    const restored = ({ persisted }: PageTransitionEvent) => persisted && toOrder();
    toOrder();
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, [navigate]);
  return async (orderId) => {
    placed.current = orderId;
    const kept = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false };
    await navigate({ pathname, search }, { ...kept, state: { ...(state as object | null), placed: orderId } });
  };
}

function placedIn(state: unknown): string | undefined {
  const placed = (state as { placed?: unknown } | null)?.placed;
  return typeof placed === "string" ? placed : undefined;
}
