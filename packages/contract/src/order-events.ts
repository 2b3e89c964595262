/** What happens to an order, as its history names it; each application has its own words for them. */
export const orderEvents = [
  "placed",
  "payment-begun",
  "payment-refused",
  "completed",
  "cancelled",
  "collect-changed",
  "preparing-parcel",
  "shipped",
  "preparing-collection",
  "collected",
  "preparing-handover",
  "handed-over",
  "loaded-on-card",
  "captured-late",
  "refunded-late-capture",
  "refunded",
  "ended-early",
  "rest-refunded",
  "installment-paid",
  "installment-refused",
  "installment-unpaid",
  "debit-rejected",
  "debit-returned",
  "regularized",
  "installment-captured-late",
  "installment-refunded",
] as const;

/** The event of this name; undefined: none that this version knows. */
export const knownOrderEvent = (name: string): (typeof orderEvents)[number] | undefined =>
  orderEvents.find((event) => event === name);
