/** Refusal codes that nothing produces yet, with the room that will. This list ends empty. */
export const codesToCome: Readonly<Record<string, string>> = {
  PICTURE_NOT_A_FILE: "travellers",
  PROFILE_DEACTIVATED: "travellers",
  DOCUMENT_INVALID: "documents",
  COLLECT_AGENCY_REQUIRED: "orders",
  COLLECT_SLOT_FULL: "orders",
  ORDER_UNRESOLVED: "orders",
};

/** Refusal codes that the source produces and no test asserts. This list stays empty. */
export const untestedCodes: readonly string[] = [];

/** Calls that no test asks. This list stays empty. */
export const untestedCalls: readonly string[] = [];
