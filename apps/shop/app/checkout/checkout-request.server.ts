import { Articles, VoucherCodes } from "@guichet/contract/cart.ts";
import { PaymentMethod } from "@guichet/contract/catalogue.ts";
import { Collect, Delivery } from "@guichet/contract/orders.ts";
import { MandateSigned } from "@guichet/contract/payments.ts";
import { Email, Id, Money } from "@guichet/contract/values.ts";
import { z } from "zod";

const Cart = z.object({ articles: Articles, vouchers: VoucherCodes });
const CartToCheck = Cart.extend({ key: z.string().min(1).max(200).optional() });
export type AskedCart = z.infer<typeof CartToCheck>;

const Order = Cart.extend({
  delivery: Delivery.nullable(),
  collect: Collect.nullable().default(null),
  termsAccepted: z.boolean(),
  over18Accepted: z.boolean(),
  /** The box of a subscription: that its further periods are taken. */
  renewalAccepted: z.boolean().default(false),
  idempotencyKey: z.string().min(1).max(200),
  paymentMethod: PaymentMethod,
  installments: z.int().min(1).max(36),
  totalAmount: Money,
  invoiceEmail: Email.nullable(),
  keepCard: z.boolean().default(false),
  cardId: Id.nullable().default(null),
  /** A bank account that is not kept yet, as it was typed. */
  account: z
    .object({ iban: z.string().max(60), holder: z.string().max(70) })
    .nullable()
    .default(null),
  mandate: MandateSigned.nullable().default(null),
});
export type AskedOrder = z.infer<typeof Order>;

/** The cart that the browser asks the price of: JSON in the field `cart`; undefined when it is none. */
export const askedCart = (form: FormData): AskedCart | undefined => CartToCheck.safeParse(json(form.get("cart"))).data;

/** The order that the browser places: JSON in the field `order`; undefined when it is none. */
export const askedOrder = (form: FormData): AskedOrder | undefined => Order.safeParse(json(form.get("order"))).data;

function json(value: FormDataEntryValue | null): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
