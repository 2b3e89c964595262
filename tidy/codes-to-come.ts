/** Refusal codes that nothing produces yet, with the room that will. This list ends empty. */
export const codesToCome: Readonly<Record<string, string>> = {
  PICTURE_NOT_A_FILE: "travellers",
  PROFILE_DEACTIVATED: "travellers",
  DOCUMENT_INVALID: "documents",
  COLLECT_AGENCY_REQUIRED: "orders",
  COLLECT_SLOT_FULL: "orders",
  ORDER_UNRESOLVED: "orders",
  IBAN_INVALID: "payments",
  IBAN_COUNTRY_NOT_COLLECTED: "payments",
  MANDATE_NOT_SIGNED: "payments",
  STOP_UNKNOWN: "travel",
  TRIP_NOT_SOLD: "travel",
  VOUCHER_NOT_GIFT: "cart",
  PROVIDER_UNKNOWN: "identity",
  PROVIDER_UNAVAILABLE: "identity",
  PROVIDER_ANSWER_INVALID: "identity",
  AUTHORIZATION_STATE_INVALID: "identity",
  REDIRECT_URI_INVALID: "identity",
  IDENTITY_EXISTS: "identity",
  IDENTITY_LINKED_ELSEWHERE: "identity",
  LAST_IDENTITY: "identity",
  DATA_SYNCHRONISED: "accounts",
  PROFILE_PASSWORDS_LIMIT: "accounts",
  PASSWORD_OF_HOLDER: "accounts",
};

/** Refusal codes that the source produces and no test asserts. This list stays empty. */
export const untestedCodes: readonly string[] = [];

/** Calls that no test asks. This list stays empty. */
export const untestedCalls: readonly string[] = [];
