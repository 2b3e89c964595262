/** Error codes that nothing returns yet, with the module that will. Must be empty in the end. */
export const codesToCome: Readonly<Record<string, string>> = {
  ORDER_UNRESOLVED: "orders",
};

/** Error codes that the source returns but no test asserts. This list stays empty. */
export const untestedCodes: readonly string[] = [];

/** Calls that no test makes. This list stays empty. */
export const untestedCalls: readonly string[] = [];
