/** Refusal codes that nothing produces yet, with the room that will. This list ends empty. */
export const codesToCome: Readonly<Record<string, string>> = {
  ORDER_UNRESOLVED: "orders",
  SUBSCRIPTION_NOT_OFFERED: "subscriptions",
  SUBSCRIPTION_NEEDS_KEPT_METHOD: "subscriptions",
  SUBSCRIPTION_NOT_RENEWABLE: "subscriptions",
  PAYMENT_METHOD_EXPIRED: "subscriptions",
};

/** Refusal codes that the source produces and no test asserts. This list stays empty. */
export const untestedCodes: readonly string[] = [];

/** Calls that no test asks. This list stays empty. */
export const untestedCalls: readonly string[] = [];
