import type { FoundAddress } from "@guichet/contract/addresses.ts";

/** Path of the address search. Requests use POST, because servers log URLs. */
export const addressSearchPath = "/addresses";

export interface AddressSearchAnswer {
  addresses: FoundAddress[];
}

const numberShape = /^\s*(\d{1,5}(?:\s?(?:bis|ter|quater|[a-d]))?)(?=[\s,])[\s,]*/i;

/** Value for the street field. If the directory knows only the street, the typed house number is preserved. */
export function streetOf({ kind, addressRoute }: FoundAddress, typed: string): string {
  const number = kind === "street" ? numberShape.exec(typed)?.[1] : undefined;
  return number === undefined ? addressRoute : `${number} ${addressRoute}`;
}
