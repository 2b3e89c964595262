/** Refusal codes that nothing produces yet, with the room that will. This list ends empty. */
export const codesToCome: Readonly<Record<string, string>> = {
  PICTURE_NOT_A_FILE: "travellers",
  DOCUMENT_INVALID: "documents",
  ORDER_UNRESOLVED: "orders",
  VOUCHER_NOT_GIFT: "cart",
};

/** Refusal codes that the source produces and no test asserts. This list stays empty. */
export const untestedCodes: readonly string[] = [];

/** Calls that no test asks. This list stays empty. */
export const untestedCalls: readonly string[] = [];
