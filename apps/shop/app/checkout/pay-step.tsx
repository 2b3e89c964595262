import type { PaymentMethod, PaymentOption } from "@guichet/contract/catalogue.ts";
import { counterPaymentDays } from "@guichet/contract/limits/order-limits.ts";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { ErrorSummary, type FieldError } from "@guichet/ui/forms/error-summary.tsx";
import { AgencyIcon, PersonIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { BankIcon, PaymentCardIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { PageHead, Split } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { cart as theCart, useCart } from "../cart/cart-state.ts";
import { type Formats, useFormats } from "../formats/formats.ts";
import { lazyPart } from "../page/lazy-part.tsx";
import { href } from "../paths.ts";
import { unconfirmed } from "../subscriptions/duplicate-answers.ts";
import { PayConsent, SavedForRenewals, SavedMethodNeeded } from "../subscriptions/pay-consent.tsx";
import { useConsent } from "../subscriptions/use-consent.ts";
import { T, useT } from "../texts/texts.tsx";
import { type Refused, usePlacing } from "./checkout-client.ts";
import type { CheckoutCustomer } from "./checkout-customer.ts";
import type { CheckoutStep } from "./checkout-guard.ts";
import { isCollected } from "./collection/collect-choice.ts";
import { CollectItem } from "./collection/collect-item.tsx";
import { DebitChoice } from "./debit-choice.tsx";
import { useDebitChoice } from "./debit-state.ts";
import { AddressItem, type ReceiptParts } from "./delivery-step.tsx";
import { EmailItem, GuestEmail, isEmail } from "./details-step.tsx";
import { OrderButton } from "./order-button.tsx";
import { OrderReceipt } from "./order-receipt.tsx";
import type { Calendar } from "./payment.ts";
import { CalendarLines, noCard, PaymentCardChoice, usePaymentCardChoice } from "./payment-card-choice.tsx";
import { keptSelection } from "./payment-selection.ts";
import { helpWithOrderError } from "./place-order-errors.ts";
import { renewalOf } from "./renewal.ts";

/** Loaded on demand: most orders contain nothing that the customer already has. */
const HeldPassQuestion = lazyPart(() =>
  import("../subscriptions/held-pass-question.tsx").then((module) => module.HeldPassQuestion),
);
const CheaperPasses = lazyPart(() =>
  import("../subscriptions/cheaper-passes.tsx").then((module) => module.CheaperPasses),
);

type PayStepProps = {
  person: CheckoutCustomer;
  email: string;
  setEmail: (email: string) => void;
  steps: readonly CheckoutStep[];
  receipt: ReceiptParts;
  /** Requests a new quote from the server. */
  ask: () => void;
};

type PaymentChoice = { method: PaymentMethod; installments: number };

const paymentChoicesOf = (options: readonly PaymentOption[]): PaymentChoice[] =>
  options.flatMap(({ installments, paymentMethods }) => paymentMethods.map((method) => ({ method, installments })));
const nameOfChoice = ({ method, installments }: PaymentChoice): string => `${method}-${installments}`;

/** Payment step: payment method, order review and the button that orders with the obligation to pay. */
export function PayStep(props: PayStepProps) {
  const t = useT();
  const { person, email, setEmail, steps, receipt } = props;
  const payment = usePayment(props);
  const { choice, choices, calendar, mandate, renewal, card, debit, consent, isFree } = payment;
  const { warnings } = payment;
  const asksEmail = person.isGuest && !steps.includes("details") && !isEmail(person.email);
  const offersCards = payment.asksCard && !person.isGuest && !payment.lacksCard;
  // The choice among saved cards says it all where nothing but a card is accepted.
  const isChosenByCard = offersCards && payment.savedCards.length > 0 && choices.length === 1 && !calendar;
  return (
    <form onSubmit={payment.submit} noValidate>
      <ErrorSummary title={t("checkout.problem")} errors={payment.errors} />
      <Split
        aside={
          <OrderReceipt {...receipt}>
            {renewal && <PayConsent consent={consent} {...renewal} />}
            <OrderAndTerms
              isFree={isFree}
              amount={isFree ? receipt.quote.totalAmount : payment.dueToday}
              placing={payment.placing}
              firstDebit={mandate === null ? undefined : calendar?.parts[0]?.collectedOn}
            />
          </OrderReceipt>
        }
      >
        <PageHead title={t(isFree ? "checkout.pay.free.title" : "checkout.pay.title")}>
          {isFree ? t("checkout.pay.free.text") : undefined}
        </PageHead>
        {warnings.length > 0 && (
          <HeldPassQuestion
            warnings={warnings}
            scope="pay"
            error={payment.unanswered?.message}
            accepted={payment.duplicatesAccepted}
            accept={theCart.acceptDuplicate}
          />
        )}
        {receipt.quote.cheaperPasses.length > 0 && <CheaperPasses passes={receipt.quote.cheaperPasses} buying />}
        {!isFree && !isChosenByCard && (
          <PaymentMethods choices={choices} chosen={choice} choose={payment.choose} calendar={calendar} />
        )}
        {offersCards && (
          <PaymentCardChoice cards={payment.savedCards} choice={card} inInstallments={calendar !== undefined} />
        )}
        {payment.lacksCard && <SavedMethodNeeded />}
        {renewal && <SavedForRenewals method={choice?.method ?? "CARD"} />}
        {!isFree && mandate !== null && (
          <DebitChoice
            choice={debit}
            mandate={mandate}
            usable={calendar?.ticketsUsable ?? null}
            errors={payment.errors}
          />
        )}
        {asksEmail && <GuestEmail email={email} setEmail={setEmail} wrong={payment.isEmailWrong} />}
        <OrderReview
          name={person.name}
          email={asksEmail ? undefined : email}
          isGuest={person.isGuest}
          hasDetails={steps.includes("details")}
          now={receipt.now}
        />
      </Split>
    </form>
  );
}

/** State of the payment: the selected method, its errors and placing the order. */
function usePayment({ person, email, receipt, ask }: PayStepProps) {
  const t = useT();
  const cart = useCart();
  const { placing, refused, place } = usePlacing();
  const { totalAmount, paymentOptions, calendars, cards } = receipt.quote;
  const [before] = useState(keptSelection);
  const [chosen, choose] = useState(
    before && nameOfChoice({ method: before.paymentMethod, installments: before.installments }),
  );
  const [isEmailWrong, setEmailWrong] = useState(false);
  const [tried, setTried] = useState(false);
  const choices = paymentChoicesOf(paymentOptions);
  const choice = choices.find((one) => nameOfChoice(one) === chosen) ?? choices[0];
  const renewal = renewalOf(cart, receipt.quote);
  const consent = useConsent(before?.consented);
  const savedCards = cards.filter(({ kind }) => kind === "CARD");
  const savedAccounts = cards.filter(({ kind }) => kind === "IBAN");
  const card = usePaymentCardChoice(savedCards, renewal !== undefined, before);
  const debit = useDebitChoice(savedAccounts, person.name);
  const calendar = calendars.find(
    ({ method, installments }) => method === choice?.method && installments === choice.installments,
  );
  const mandate = calendar?.mandate ?? null;
  const mending = useMending(refused, ask);
  const isFree = totalAmount.amount === 0;
  const asksCard = choice?.method === "CARD" && (!isFree || renewal !== undefined);

  const warnings = receipt.quote.lines.flatMap((line) => line.warnings);
  const isUnanswered = unconfirmed(warnings, cart.duplicatesAccepted).length > 0;
  const unanswered =
    tried && isUnanswered ? { field: "duplicate-pay-0", message: t("subscriptions.duplicate.missing") } : undefined;
  const lacking = [
    ...(unanswered ? [unanswered] : []),
    ...(isEmailWrong && !isEmail(email) ? [{ field: "invoice-email", message: t("checkout.guest-email.wrong") }] : []),
    ...(mandate === null ? [] : debit.problems),
    ...(renewal && consent.problem ? [consent.problem] : []),
  ];
  const errors: FieldError[] = lacking.length === 0 && mending ? [mending] : lacking;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacksEmail = person.isGuest && !isEmail(email);
    setEmailWrong(lacksEmail);
    setTried(true);
    // All parts are checked, so that every error shows at once.
    const areValid = [mandate === null || debit.check(), renewal === undefined || consent.check()];
    if (lacksEmail || isUnanswered || areValid.includes(false)) return;
    place({
      paymentMethod: choice?.method ?? "CARD",
      installments: choice?.installments ?? 1,
      totalAmount,
      invoiceEmail: person.isGuest ? email.trim() : null,
      renewalAccepted: renewal !== undefined && consent.agreed,
      ...noCard,
      ...(asksCard ? card.chosen : {}),
      ...(mandate === null || isFree ? {} : debit.signed(mandate)),
    });
  };
  return {
    ...{ choices, choice, choose, calendar, mandate, renewal, consent, card, savedCards, debit },
    ...{ isFree, asksCard, isEmailWrong, placing, submit, warnings, unanswered },
    duplicatesAccepted: cart.duplicatesAccepted,
    lacksCard: isFree && renewal !== undefined && savedCards.length === 0,
    dueToday: mandate === null ? (calendar?.parts[0]?.amount ?? totalAmount) : totalAmount,
    errors,
  };
}

interface PaymentMethodsProps {
  choices: readonly PaymentChoice[];
  chosen: PaymentChoice | undefined;
  choose: (name: string) => void;
  /** Payment calendar of the selected method, unless payment is immediate. */
  calendar: Calendar | undefined;
}

/** Available payment methods, or a message if there are none. */
function PaymentMethods({ choices, chosen, choose, calendar }: PaymentMethodsProps) {
  const t = useT();
  const formats = useFormats();
  const [only, ...others] = choices;
  if (only === undefined) return <Notice tone="bad">{t("checkout.pay.none")}</Notice>;
  // A single method is displayed, not asked for.
  if (others.length === 0) {
    return (
      <Sheet list>
        <Item
          icon={iconOf(only.method)}
          name={titleOf(t, formats, only)}
          note={t(`checkout.pay.method.${only.method}.note`, { days: counterPaymentDays })}
        />
        {calendar && <CalendarLines calendar={calendar} />}
      </Sheet>
    );
  }
  return (
    <ChoiceGroup id="method" label={t("checkout.pay.method")}>
      {choices.map((one) => (
        <Choice
          key={nameOfChoice(one)}
          name="method"
          value={nameOfChoice(one)}
          checked={one === chosen}
          onChange={() => choose(nameOfChoice(one))}
          title={titleOf(t, formats, one)}
          note={t(`checkout.pay.method.${one.method}.note`, { days: counterPaymentDays })}
          end={iconOf(one.method)}
          more={one === chosen && calendar && <CalendarLines calendar={calendar} />}
        />
      ))}
    </ChoiceGroup>
  );
}

interface OrderReviewProps {
  name: string;
  /** undefined: this screen asks for the address. */
  email: string | undefined;
  /** A guest can change the address for the invoice. */
  isGuest: boolean;
  /** Whether there is a step to change the details. */
  hasDetails: boolean;
  /** Time of the page request. */
  now: string;
}

/** Order review: customer, invoice address and delivery method. */
function OrderReview({ name, email, isGuest, hasDetails, now }: OrderReviewProps) {
  const t = useT();
  const cart = useCart();
  return (
    <section className="stack" data-gap="m" aria-labelledby="review">
      <h2 id="review">{t("checkout.review")}</h2>
      <Sheet list>
        {name !== "" && (
          <Item
            icon={<PersonIcon />}
            name={t("checkout.details.who")}
            note={<bdi>{name}</bdi>}
            end={hasDetails && <EditStep step="details" label={t("checkout.edit.details")} />}
          />
        )}
        {email !== undefined && <EmailItem email={email} isGuest={isGuest} />}
        {cart.lines.some(({ support }) => support === "SHIPPING") && <AddressItem delivery={cart.delivery} />}
        {isCollected(cart) && <CollectItem now={now} />}
        {cart.lines.some(({ support }) => support === "PHYSICAL") && (
          <Item
            icon={<AgencyIcon />}
            name={t("checkout.details.agency")}
            note={t("checkout.delivery.physical.text")}
            end={<EditStep step="delivery" label={t("checkout.edit.delivery")} />}
          />
        )}
      </Sheet>
    </section>
  );
}

/** The button that orders, with the day of the first debit and the obligation that ordering creates. */
function OrderAndTerms({
  isFree,
  amount,
  placing,
  firstDebit,
}: {
  isFree: boolean;
  /** Date of the first debit; nothing is charged earlier. */
  firstDebit: string | undefined;
  amount: { amount: number; currency: string };
  placing: boolean;
}) {
  const t = useT();
  const formats = useFormats();
  return (
    <>
      <OrderButton amount={amount} placing={placing} />
      {!isFree && firstDebit !== undefined && (
        <p className="small">
          <b>{t("checkout.debit.not-today", { day: formats.day(firstDebit) })}</b>
        </p>
      )}
      {!isFree && (
        <p className="small soft">
          <T id="checkout.obligation" components={{ terms: <TextLink href={href("termsOfUse")} /> }} />
        </p>
      )}
    </>
  );
}

function EditStep({ step, label }: { step: CheckoutStep; label: string }) {
  const t = useT();
  return (
    <ToolLink href={href("checkout", undefined, { step })} aria-label={label}>
      {t("checkout.edit")}
    </ToolLink>
  );
}

/** Refusals after which the offer is requested again, because its content is outdated. */
const outdated: ReadonlySet<string> = new Set([
  ...["MANDATE_NOT_SIGNED", "PAYMENT_METHOD_UNKNOWN", "DUPLICATE_NOT_ACCEPTED"],
  ...["ORDER_AMOUNT_CHANGED", "PAYMENT_METHOD_NOT_OFFERED", "INSTALLMENTS_NOT_OFFERED"],
]);

/** Returns the message of a refused order, or redirects to the page where the customer can fix the problem. */
function useMending(refused: Refused | null, ask: () => void): { field?: string; message: string } | undefined {
  const t = useT();
  const formats = useFormats();
  const navigate = useNavigate();
  const mending = refused && helpWithOrderError(refused.code);
  const to = mending && "to" in mending ? mending.to : undefined;
  useEffect(() => {
    if (!refused) return;
    if (to !== undefined) navigate(to, { replace: true });
    // This code is returned only if the key created no order for this cart, so a new key cannot create a duplicate.
    if (refused.code === "IDEMPOTENCY_KEY_REUSED") theCart.renewKey();
    if (refused.code === "COLLECT_SLOT_FULL" || refused.code === "COLLECT_AGENCY_REQUIRED")
      theCart.deliver({ collect: null });
    if (outdated.has(refused.code)) ask();
  }, [refused, to, navigate, ask]);
  if (!mending || "to" in mending) return undefined;
  if (mending.words === "checkout.refused.amount") {
    return { message: t(mending.words, { amount: refused.amount ? formats.money(refused.amount) : "" }) };
  }
  if (mending.words === "checkout.guest-email.wrong") return { field: "invoice-email", message: t(mending.words) };
  if (mending.words === "subscriptions.consent.missing") return { field: "renewal-consent", message: t(mending.words) };
  if (mending.words === "checkout.debit.iban.wrong" || mending.words === "checkout.debit.iban.country")
    return { field: "iban", message: t(mending.words) };
  return { message: t(mending.words) };
}

function titleOf(t: ReturnType<typeof useT>, formats: Formats, { method, installments }: PaymentChoice): string {
  const name = t(`checkout.pay.method.${method}`);
  return formats.list(installments > 1 ? [name, t("checkout.pay.installments", { count: installments })] : [name]);
}

function iconOf(method: PaymentMethod) {
  if (method === "CARD") return <PaymentCardIcon />;
  return method === "TRANSFER" ? <BankIcon /> : <AgencyIcon />;
}
