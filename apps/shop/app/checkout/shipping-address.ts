import type { CartDelivery } from "../cart/cart-state.ts";

export type AddressField = Exclude<keyof CartDelivery, "addressState">;

/** The shortest that the Ticket API takes of each (orders: Delivery). */
const shortest: Readonly<Record<AddressField, number>> = {
  fullname: 2,
  addressRoute: 2,
  addressPostalCode: 2,
  addressCity: 1,
};

/** What an address still lacks, in the order of its fields. */
export function missingIn(delivery: CartDelivery): AddressField[] {
  const fields = Object.keys(shortest) as AddressField[];
  return fields.filter((field) => delivery[field].trim().length < shortest[field]);
}
