import type { Fault, Read, Typed } from "../../forms/form-values.ts";
import type { FormCode } from "../../identity/forms/form-codes.ts";
import { emailIn, type Faults } from "../../identity/forms/person-fields.ts";
import { noCard } from "../payment-card-choice.tsx";
import type { ExpressOffer } from "./express-offer.server.ts";

/** What the customer answered in the sheet. */
export interface ExpressChoice {
  travellerId: string | null;
  /** E-mail address of a visitor or guest. */
  email: string | null;
  /** Saved card to charge; null: another means of payment, on the provider's page. */
  cardId: string | null;
  keepCard: boolean;
  /** Whether the sentence above the button, or the second box, certifies the customer's age. */
  isAdult: boolean;
  /** Whether the customer wants the pass in addition to an active subscription of the traveller. */
  acceptsDuplicate: boolean;
}

/** Value of the payment choice that leads to the provider's page. */
export const anotherCard = "another";

/** Reads the sheet's form; browser and server apply the same rules. All errors are returned at once, in the order of the fields. */
export function readExpress(typed: Typed, offer: ExpressOffer): Read<ExpressChoice, FormCode> {
  const faults: Faults = [];
  const travellerId = travellerIn(typed, offer, faults);
  const email = offer.email === null ? null : emailIn(typed, "email", faults);
  const card = offer.cards.find(({ ID }) => ID === typed.card);
  const isAdult = acceptedIn(typed, offer, faults);
  const acceptsDuplicate = typed.duplicate !== undefined;
  const isAsked = offer.held.some((one) => one.mustConfirm && one.travellerId === travellerId);
  if (isAsked && !acceptsDuplicate) faults.push({ field: "duplicate", code: "DUPLICATE_NOT_ACCEPTED" });
  if (faults.length > 0) return { ok: false, faults };
  const cardId = card?.ID ?? null;
  const keepCard = cardId === null && offer.travellers !== null && typed["keep-card"] !== undefined;
  return { ok: true, value: { travellerId, email, cardId, keepCard, isAdult, acceptsDuplicate } };
}

function travellerIn(typed: Typed, { travellers }: ExpressOffer, faults: Faults): string | null {
  if (travellers === null) return null;
  const [only, ...others] = travellers;
  if (others.length === 0) return only?.userId ?? null;
  const chosen = travellers.find(({ userId }) => userId === typed.traveller);
  if (chosen === undefined) faults.push({ field: "traveller", code: "TRAVELLER_REQUIRED" });
  return chosen?.userId ?? null;
}

/** Checks the boxes, if the network has them; the sentence above the button accepts by pressing it. */
function acceptedIn(typed: Typed, { consent, asksMajority }: ExpressOffer, faults: Fault<FormCode>[]): boolean {
  if (consent === "button") return asksMajority;
  if (typed.terms === undefined) faults.push({ field: "terms", code: "TERMS_NOT_ACCEPTED" });
  const isAdult = asksMajority && typed.majority !== undefined;
  if (asksMajority && !isAdult) faults.push({ field: "majority", code: "MAJORITY_NOT_CERTIFIED" });
  return isAdult;
}

/** Returns the order to place, in the values that the cart sends too. */
export function orderOfChoice(offer: ExpressOffer, choice: ExpressChoice, sent: { key: string; quantity: number }) {
  const { item, price, consent } = offer;
  const { travellerId, email, cardId, keepCard, isAdult } = choice;
  return {
    articles: [
      {
        quantity: sent.quantity,
        productId: item.id,
        customerId: travellerId,
        support: "DEMATERIALIZED" as const,
        isSubscription: false,
        mediaId: null,
        startingAt: null,
        startMonth: null,
        fields: {},
        optionLines: [],
      },
    ],
    vouchers: [],
    delivery: null,
    collect: null,
    termsAccepted: true,
    over18Accepted: isAdult,
    renewalAccepted: false,
    duplicateAccepted: choice.acceptsDuplicate,
    consent,
    // A different payment is a new request with its own key; the server returns an unresolved order of the same content.
    idempotencyKey: [sent.key, sent.quantity, cardId ?? anotherCard, keepCard ? "keep" : ""].join("-"),
    paymentMethod: "CARD" as const,
    installments: 1,
    totalAmount: { ...price, amount: price.amount * sent.quantity },
    invoiceEmail: email,
    guestEmail: email,
    ...noCard,
    cardId,
    keepCard,
    chargeCard: cardId !== null,
  };
}
