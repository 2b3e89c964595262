/** Refusal codes that nothing produces yet, with the room that will. This list ends empty. */
export const codesToCome: Readonly<Record<string, string>> = {
  ORDER_UNRESOLVED: "orders",
};

/** Refusal codes that the source produces and no test asserts. This list stays empty. */
export const untestedCodes: readonly string[] = [];

/** Calls that no test asks. This list stays empty. */
export const untestedCalls: readonly string[] = [];
