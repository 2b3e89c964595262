import type { PricedLine } from "@guichet/contract/cart.ts";
import type { PublicHolidays } from "@guichet/rules/dates/working-days.ts";
import { expectedArrival } from "@guichet/rules/shipping.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { type Line, Lines } from "@guichet/ui/lines.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Receipt } from "@guichet/ui/receipt.tsx";
import { Total } from "@guichet/ui/total.tsx";
import type { ReactNode } from "react";
import type { CartState } from "../cart/cart-state.ts";
import { type Formats, useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import type { CheckoutQuote } from "./checkout-client.ts";

type OrderReceiptProps = {
  cart: Pick<CartState, "lines">;
  quote: CheckoutQuote;
  travellers: readonly { userId: string; name: string }[];
  /** Today in the network's zone; shipped articles arrive some working days later. */
  today: string;
  publicHolidays: PublicHolidays;
  /** Time of the page request, used to detect that a chosen collection slot has passed. */
  now: string;
  /** The final button and the content around it. */
  children: ReactNode;
};

/** Receipt of the cart with the server's quote and a link to change the cart. */
export function OrderReceipt({ cart, quote, travellers, today, publicHolidays, children }: OrderReceiptProps) {
  const t = useT();
  const formats = useFormats();
  const { lines, discounts, shippingFee, totalAmount } = quote;
  const shown: Line[] = lines.map((line, place) => ({
    id: `line-${place}`,
    strong: true,
    name:
      line.quantity > 1 ? t("checkout.line.quantity", { quantity: `${line.quantity}`, name: line.name }) : line.name,
    note: noteOf(line, cart, travellers, t, formats),
    value: line.gift ? t("checkout.line.gift") : <Figures>{formats.money(line.subtotal)}</Figures>,
  }));
  for (const { sourceCode, amount } of discounts) {
    if (amount.amount === 0) continue;
    const off = formats.money({ ...amount, amount: -amount.amount });
    shown.push({ id: `voucher-${sourceCode}`, name: voucherName(t, sourceCode), value: <Figures>{off}</Figures> });
  }
  if (shippingFee) {
    shown.push({
      id: "shipping",
      name: t("checkout.shipping"),
      note: arrivalWords({ today, publicHolidays }, t, formats),
      value: <Figures>{formats.money(shippingFee)}</Figures>,
    });
  }
  return (
    <Receipt id="order" title={t("checkout.order")}>
      <Lines lines={shown} />
      <p className="small">
        <TextLink href={href("cart")}>{t("checkout.edit.cart")}</TextLink>
      </p>
      <Total label={t("checkout.total")} amount={formats.money(totalAmount)} />
      {children}
    </Receipt>
  );
}

/** Formats the delivery range of a parcel paid for today. */
export function arrivalWords(
  { today, publicHolidays }: Pick<OrderReceiptProps, "today" | "publicHolidays">,
  t: Translate,
  formats: Formats,
): string {
  const { from, to } = expectedArrival(today, publicHolidays);
  return t("checkout.arrival", { from: formats.nearDay(from), to: formats.nearDay(to) });
}

const voucherName = (t: Translate, code: string): string =>
  code === "" ? t("checkout.discount") : t("checkout.voucher", { code });

/** Formats journey, traveller, delivery method and start date. */
function noteOf(
  line: PricedLine,
  { lines }: Pick<CartState, "lines">,
  travellers: OrderReceiptProps["travellers"],
  t: Translate,
  formats: Formats,
): ReactNode {
  const own = lines[line.index];
  if (!own || line.option || line.gift) return undefined;
  const traveller = travellers.find(({ userId }) => userId === own.profileId)?.name;
  const { startingAt, startMonth } = own;
  const from = startingAt === null ? undefined : t("checkout.line.from", { instant: formats.shortInstant(startingAt) });
  const month = startMonth === null ? undefined : t("checkout.line.month", { month: formats.month(startMonth) });
  const journey =
    line.journey &&
    t("checkout.line.journey", { origin: line.journey.origin.name, destination: line.journey.destination.name });
  return <Joined parts={[journey, traveller, t(`checkout.support.${own.support}`), from ?? month]} />;
}
