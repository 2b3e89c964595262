import type { Money } from "@guichet/contract/values.ts";
import { times } from "@guichet/rules/money.ts";
import { isAboveGuestLimit } from "@guichet/rules/permissions.ts";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { Total } from "@guichet/ui/total.tsx";
import { type SubmitEvent, useState } from "react";
import { Form, useNavigation } from "react-router";
import { type Formats, useFormats } from "../../formats/formats.ts";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { type Fault, faultsOf, type SentBack, typedOf } from "../../forms/form-values.ts";
import { formText } from "../../identity/forms/form-texts.ts";
import { FlagAlert, useOrderingClosed } from "../../maintenance/flag-alert.tsx";
import { lazyPart } from "../../page/lazy-part.tsx";
import { href } from "../../paths.ts";
import { type Translate, useT } from "../../texts/texts.tsx";
import { OrderButton } from "../order-button.tsx";
import { readExpress } from "./express-choice.ts";
import { ExpressConsent } from "./express-consent.tsx";
import type { ExpressOffer } from "./express-offer.server.ts";
import { EmailQuestion, PaymentQuestion, QuantityChoice, TravellerQuestion } from "./express-questions.tsx";
import { refusedCard, useExpressPlacing } from "./use-express-placing.ts";

/** Lazy, because few travellers have bought more tickets than a pass costs. */
const ExpressCheaperPasses = lazyPart(() =>
  import("./express-cheaper-passes.tsx").then((module) => module.ExpressCheaperPasses),
);

/** Lazy, because few travellers have a pass already. */
const ExpressHeldPasses = lazyPart(() =>
  import("./express-held-passes.tsx").then((module) => module.ExpressHeldPasses),
);

interface ExpressFormProps {
  offer: ExpressOffer;
  /** Idempotency key of the order. */
  sheetKey: string;
  /** The form as the server returned it, without script. */
  answer?: SentBack | undefined;
  /** Requests the offer again. */
  ask: () => void;
}

/** What is asked before one article is ordered, and the button that orders with the obligation to pay (decision 129). */
export function ExpressForm(props: ExpressFormProps) {
  const t = useT();
  const formats = useFormats();
  const { offer } = props;
  const { form, quantity, setQuantity, traveller, setTraveller, submit, key, busy } = useExpressForm(props);
  const isClosed = useOrderingClosed();
  const held = offer.held.filter(({ travellerId }) => travellerId === traveller);
  const total = times(offer.price, quantity);
  return (
    <div className="stack">
      <FlagAlert flag="ORDER" />
      {offer.listedPrice && <PriceNotice offer={offer} />}
      {traveller && (quantity !== offer.quantity || offer.cheaperPasses.length > 0) && (
        <ExpressCheaperPasses offer={offer} quantity={quantity} travellerId={traveller} />
      )}
      {!isClosed && (
        <>
          {form.summary}
          <QuantityChoice offer={offer} quantity={quantity} change={setQuantity} />
          <Form
            method="post"
            action={href("express", undefined, { item: offer.item.id, quantity: `${quantity}` })}
            {...form.props}
            onSubmit={submit}
            className="stack"
          >
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="total" value={total.amount} />
            <TravellerQuestion offer={offer} form={form} choose={setTraveller} />
            {held.length > 0 && <ExpressHeldPasses held={held} form={form} />}
            <EmailQuestion offer={offer} form={form} />
            <PaymentQuestion offer={offer} />
            <Total label={t("checkout.total")} amount={formats.money(total)} />
            <ExpressConsent offer={offer} form={form} />
            <OrderButton amount={total} placing={busy} />
          </Form>
        </>
      )}
    </div>
  );
}

/** State of the form: the quantity, the errors of all fields at once, and placing the order. */
function useExpressForm({ offer, sheetKey, answer, ask }: ExpressFormProps) {
  const t = useT();
  const formats = useFormats();
  const scripted = useHydrated();
  const [quantity, setQuantity] = useState(offer.quantity);
  const [traveller, setTraveller] = useState(answer?.typed.traveller ?? offer.travellers?.[0]?.userId);
  const navigation = useNavigation();
  const key = answer?.typed.key ?? sheetKey;
  const placing = useExpressPlacing(offer, key, ask);
  const total = times(offer.price, quantity);
  const isTooMuch = offer.guestMaxAmount !== null && isAboveGuestLimit(total, offer.guestMaxAmount);
  const form = useCheckedForm({
    check: (typed) => [
      ...faultsOf(readExpress(typed, offer)),
      ...(isTooMuch ? [{ code: "GUEST_AMOUNT_EXCEEDED" }] : []),
    ],
    words: (fault) =>
      wordsOf(t, formats, fault, { ...total, amount: Number(placing.answer?.typed.total ?? total.amount) }),
    answer: placing.answer ?? answer,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    form.props.onSubmit(event);
    if (event.defaultPrevented || !scripted) return;
    event.preventDefault();
    placing.place(typedOf(new FormData(event.currentTarget)), quantity);
  };
  return {
    form,
    quantity,
    setQuantity,
    traveller,
    setTraveller,
    submit,
    key,
    busy: placing.placing || navigation.formMethod === "POST",
  };
}

/** Text of an error: of a field, or of a refused order. */
function wordsOf(t: Translate, formats: Formats, fault: Fault, total: Money): string {
  switch (fault.code) {
    case "CONNECTION":
      return t("checkout.refused.connection");
    case "IN_PROGRESS":
    case "ORDER_UNRESOLVED":
      return t("checkout.refused.in-progress");
    case "ORDER_AMOUNT_CHANGED":
      return t("checkout.refused.amount", { amount: formats.money(total) });
    case "ORDERING_CLOSED":
      return t("checkout.express.closed");
    case "DUPLICATE_NOT_ACCEPTED":
      return t("subscriptions.duplicate.missing");
    case "NAME_MISSING":
      return t("checkout.express.name-missing");
    case refusedCard:
      return t("checkout.express.refused");
    default:
      return formText(t, fault);
  }
}

/** The price differs from the one in the list. */
function PriceNotice({ offer: { price, listedPrice } }: { offer: ExpressOffer }) {
  const t = useT();
  const formats = useFormats();
  if (listedPrice === null) return null;
  const words = { now: formats.money(price), before: formats.money(listedPrice) };
  return (
    <Notice tone="wait" role="status">
      {t("checkout.express.price-changed", words)}
    </Notice>
  );
}
