import { useT } from "../shell/texts.tsx";

/** The kinds of jobs that have a text; another version may have others. */
const kinds = [
  "mail",
  "urgent-mail",
  "password-reset",
  "deletion-code",
  "unpaid-email",
  "deletion-reminder",
  "document-reminder",
  "catalogue-publication",
  "payment",
  "unpaid-order",
  "refund",
  "rest-refund",
  "discrepancy-refund",
  "compensation",
  "installment",
  "debit-file",
  "debit-mandate",
  "debit-notice",
  "debit",
  "settlement",
  "dispute",
  "dispute-evidence",
  "card-registration",
  "card-removal",
  "subscription",
  "unpaid-suspension",
  "settlement-hold",
  "account-erasure",
  "termination-request",
  "security-line",
  "identity-cleaning",
  "bank-sweep",
  "mandate-lapse",
  "provider-sweep",
  "settlement-sweep",
  "reported-settlement",
  "repetitions-cleaning",
  "retention",
  "tickets-by-clock",
  "wallet-pass-apple",
  "wallet-pass-google",
] as const;

/** The name of a kind of job in words; an unknown kind is named as it is. */
export function useKindText(): (kind: string) => string {
  const t = useT();
  return (kind) => {
    const known = kinds.find((one) => one === kind);
    return known === undefined ? kind : t(`operations.kind.${known}`);
  };
}
