import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { MailIcon, PersonIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { PageHead, Split, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useCart } from "../cart/cart-state.ts";
import { Amount } from "../formats/amount.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { CheckoutCustomer } from "./checkout-customer.ts";
import { isCollected } from "./collection/collect-choice.ts";
import { CollectItem } from "./collection/collect-item.tsx";
import { AddressItem, type ReceiptParts } from "./delivery-step.tsx";
import { OrderReceipt } from "./order-receipt.tsx";

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
export const isEmail = (text: string): boolean => emailShape.test(text.trim());

type DetailsStepProps = {
  person: CheckoutCustomer;
  email: string;
  setEmail: (email: string) => void;
  receipt: ReceiptParts;
};

/** Details step: the customer and the invoice address. Known details are not asked again. */
export function DetailsStep({ person, email, setEmail, receipt }: DetailsStepProps) {
  const t = useT();
  const cart = useCart();
  const navigate = useNavigate();
  const [wrong, setWrong] = useState(false);
  const asksEmail = person.isGuest && !isEmail(person.email);
  const onward = (event: FormEvent) => {
    event.preventDefault();
    if (person.isGuest && !isEmail(email)) return setWrong(true);
    navigate(href("checkout", undefined, { step: "pay" }));
  };
  return (
    <form onSubmit={onward} noValidate>
      <Split
        aside={
          <OrderReceipt {...receipt}>
            <Button variant="main" big end={<Amount money={receipt.quote.totalAmount} />}>
              {t("checkout.continue")}
            </Button>
            <p className="small soft">{t("checkout.pay-later")}</p>
          </OrderReceipt>
        }
      >
        <PageHead title={t("checkout.details.title")} />
        <Sheet list>
          {person.name !== "" && (
            <Item icon={<PersonIcon />} name={t("checkout.details.who")} note={<bdi>{person.name}</bdi>} />
          )}
          {!asksEmail && <EmailItem email={email} isGuest={person.isGuest} />}
          {cart.lines.some(({ support }) => support === "SHIPPING") && <AddressItem delivery={cart.delivery} />}
          {isCollected(cart) && <CollectItem now={receipt.now} />}
        </Sheet>
        {asksEmail && (
          <Stack>
            <GuestEmail email={email} setEmail={setEmail} wrong={wrong} />
          </Stack>
        )}
      </Split>
    </form>
  );
}

/** Address for confirmation and invoice; a guest can change it, and is not asked for it again. */
export function EmailItem({ email, isGuest }: { email: string; isGuest: boolean }) {
  const t = useT();
  return (
    <Item
      icon={<MailIcon />}
      name={t("checkout.details.email")}
      note={
        <bdi dir="ltr" className="wrap-anywhere">
          {email}
        </bdi>
      }
      end={
        isGuest && (
          <ToolLink href={href("invoiceEmail")} aria-label={t("checkout.edit.email")}>
            {t("checkout.edit")}
          </ToolLink>
        )
      }
    />
  );
}

type GuestEmailProps = { email: string; setEmail: (email: string) => void; wrong: boolean };

/** E-mail field for a guest's invoice and tickets. */
export function GuestEmail({ email, setEmail, wrong }: GuestEmailProps) {
  const t = useT();
  return (
    <Field
      name="invoice-email"
      type="email"
      autoComplete="email"
      label={t("checkout.guest-email")}
      hint={t("checkout.guest-email.hint")}
      error={wrong && !isEmail(email) ? t("checkout.guest-email.wrong") : undefined}
      value={email}
      onChange={(event) => setEmail(event.target.value)}
    />
  );
}
