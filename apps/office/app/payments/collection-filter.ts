import { CollectionState } from "@guichet/contract/office/payment-lists.ts";

/** The filter of the collections in an address; without one, what is unpaid. */
export function collectionFilterIn(query: URLSearchParams) {
  const state = CollectionState.safeParse(query.get("state")).data ?? "unpaid";
  const method = (["CARD", "TRANSFER"] as const).find((one) => one === query.get("method"));
  const subscription = { yes: true, no: false }[query.get("subscription") ?? ""];
  return {
    state,
    ...(method === undefined ? {} : { method }),
    ...(subscription === undefined ? {} : { subscription }),
  };
}
