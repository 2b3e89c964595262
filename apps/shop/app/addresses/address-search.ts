import type { FoundAddress } from "@guichet/contract/addresses.ts";

/** Where a page asks for addresses; by POST, as an address of the web is kept in logs. */
export const addressSearchPath = "/addresses";

export interface AddressSearchAnswer {
  addresses: FoundAddress[];
}

const numberShape = /^\s*(\d{1,5}(?:\s?(?:bis|ter|quater|[a-d]))?)(?=[\s,])[\s,]*/i;

/** What to write into the field of the street. A directory that knows the street alone does not take the number away. */
export function streetOf({ kind, addressRoute }: FoundAddress, typed: string): string {
  const number = kind === "street" ? numberShape.exec(typed)?.[1] : undefined;
  return number === undefined ? addressRoute : `${number} ${addressRoute}`;
}
