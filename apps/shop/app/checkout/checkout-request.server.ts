import { PaymentMethod } from "@guichet/contract/catalogue.ts";
import { Collect, Delivery } from "@guichet/contract/orders.ts";
import { MandateSigned } from "@guichet/contract/payments.ts";
import { Email, Id, Money } from "@guichet/contract/values.ts";
import { z } from "zod";
import { SentCart } from "../cart/quote-cart.server.ts";
import { jsonField } from "../forms/json-field.ts";

const Order = SentCart.extend({
  delivery: Delivery.nullable(),
  collect: Collect.nullable().default(null),
  termsAccepted: z.boolean(),
  over18Accepted: z.boolean(),
  /** Checkbox of a subscription: consent to pay for its further periods. */
  renewalAccepted: z.boolean().default(false),
  /** Answer to the question about a pass in addition to an active subscription. */
  duplicateAccepted: z.boolean().default(false),
  idempotencyKey: z.string().min(1).max(200),
  paymentMethod: PaymentMethod,
  installments: z.int().min(1).max(36),
  totalAmount: Money,
  invoiceEmail: Email.nullable(),
  keepCard: z.boolean().default(false),
  cardId: Id.nullable().default(null),
  /** A bank account that is not saved yet, as entered. */
  account: z
    .object({ iban: z.string().max(60), holder: z.string().max(70) })
    .nullable()
    .default(null),
  mandate: MandateSigned.nullable().default(null),
  /** Whether to charge the saved card at once, without the provider's page. */
  chargeCard: z.boolean().default(false),
  /** How terms and majority were accepted: by ticking boxes, or by the sentence above the button. */
  consent: z.enum(["boxes", "button"]).default("boxes"),
  /** E-mail address of a visitor who buys as a guest without any other detail. */
  guestEmail: Email.nullable().default(null),
});
export type AskedOrder = z.infer<typeof Order>;

/** Reads the order to place from the form's JSON field `order`; undefined if invalid. */
export const askedOrder = (form: FormData): AskedOrder | undefined => Order.safeParse(jsonField(form, "order")).data;

/** Reads the e-mail address of a guest who is about to order from the form's field `guest`; undefined if invalid. */
export const askedGuest = (form: FormData): string | undefined => Email.safeParse(form.get("guest")).data;
