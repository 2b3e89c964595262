import type { CartDelivery } from "../cart/stored-values.ts";

export type AddressField = Exclude<keyof CartDelivery, "addressState">;

/** Minimum length of each field in the Ticket API (orders: Delivery). */
const shortest: Readonly<Record<AddressField, number>> = {
  fullname: 2,
  addressRoute: 2,
  addressPostalCode: 2,
  addressCity: 1,
};

/** Returns the missing fields of an address, in form order. */
export function missingIn(delivery: CartDelivery): AddressField[] {
  const fields = Object.keys(shortest) as AddressField[];
  return fields.filter((field) => delivery[field].trim().length < shortest[field]);
}
