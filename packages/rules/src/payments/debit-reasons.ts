/**
 * What a creditor does about a direct debit that a bank rejected or returned, by the reason codes of ISO 20022 as the SEPA Core rulebook
 * (EPC016-06) and its guidance on reason codes (EPC173-14) use them. No reason lets a debit be collected again under a mandate that ended.
 */
export const debitActions = {
  /** The mandate stays: the debit may be presented once more, or the customer pays otherwise. */
  retryOnce: "may be collected once more under the same mandate",
  /** The account cannot be debited: the mandate is not used again. */
  stopMandate: "no further debit under this mandate: the customer names another account or pays otherwise",
  accountClosed: "the account is closed or blocked: no further debit from it",
  /** The debtor's refund without a reason, within eight weeks of the debit: final. */
  disputedWithin8Weeks:
    "returned at the debtor's request within 8 weeks: cannot be contested at the bank; no further debit under this mandate",
  /** The debtor says that there is no mandate, within thirteen months of the debit: the bank asks for it. */
  disputedWithin13Months:
    "claimed as unauthorised within 13 months: show the bank the signed mandate; no further debit under it",
  deceased: "the debtor has died: a person decides",
  /** Our file or the creditor's settings are wrong: nothing that the customer can change. */
  correctFile: "the file or the creditor's settings are wrong: staff corrects them before the next file",
  /** A debit sent twice, or taken back by the creditor. */
  comparePayments:
    "sent twice or taken back by the creditor: a person compares the payments before anything is collected",
  person: "unknown reason: a person decides",
} as const;
export type DebitAction = keyof typeof debitActions;

export interface DebitReason {
  action: DebitAction;
  /** The meaning of the code, in plain English for staff. */
  meaning: string;
}

const reason = (action: DebitAction, meaning: string): DebitReason => ({ action, meaning });

/** The reason codes by their action. */
export const debitReasons = {
  AC01: reason("stopMandate", "incorrect account number"),
  AC02: reason("stopMandate", "incorrect account number of the debtor"),
  AC03: reason("correctFile", "incorrect account number of the creditor"),
  AC04: reason("accountClosed", "account closed"),
  AC06: reason("accountClosed", "account blocked"),
  AC13: reason("stopMandate", "account of a consumer, not of a business"),
  AG01: reason("stopMandate", "direct debits are not possible on this account"),
  AG02: reason("correctFile", "wrong transaction code or sequence type"),
  AM01: reason("correctFile", "amount is zero"),
  AM02: reason("correctFile", "amount is not allowed"),
  AM03: reason("correctFile", "currency is not allowed"),
  AM04: reason("retryOnce", "insufficient funds"),
  AM05: reason("comparePayments", "duplicate"),
  AM09: reason("comparePayments", "wrong amount"),
  AM10: reason("correctFile", "control sum does not match"),
  BE01: reason("stopMandate", "name and account do not belong together"),
  BE05: reason("correctFile", "creditor identifier is unknown or incorrect"),
  CNOR: reason("correctFile", "the creditor's bank is not registered in the clearing system"),
  DNOR: reason("stopMandate", "the debtor's bank is not registered in the clearing system"),
  DT01: reason("correctFile", "invalid date"),
  DUPL: reason("comparePayments", "duplicate of another debit"),
  ED05: reason("retryOnce", "settlement failed between the banks"),
  FF01: reason("correctFile", "invalid file format"),
  FF05: reason("correctFile", "invalid local instrument code"),
  FOCR: reason("comparePayments", "returned at the creditor's request to cancel it"),
  FRAD: reason("person", "suspected fraud"),
  MD01: reason("disputedWithin13Months", "no valid mandate, or unauthorised"),
  MD02: reason("correctFile", "mandate data missing or incorrect"),
  MD06: reason("disputedWithin8Weeks", "refund requested by the debtor"),
  MD07: reason("deceased", "the debtor has died"),
  MS02: reason("stopMandate", "refused by the debtor, no reason stated"),
  MS03: reason("retryOnce", "no reason stated by the debtor's bank"),
  RC01: reason("correctFile", "incorrect bank identifier"),
  RR01: reason("correctFile", "regulatory: the debtor's account or identification is missing"),
  RR02: reason("correctFile", "regulatory: the debtor's name or address is missing"),
  RR03: reason("correctFile", "regulatory: the creditor's name or address is missing"),
  RR04: reason("person", "regulatory reason"),
  SL01: reason("stopMandate", "the debtor's bank blocks this creditor at the debtor's request"),
  SVNR: reason("comparePayments", "the service was not rendered"),
  TECH: reason("comparePayments", "sent in error for technical reasons"),
  TM01: reason("retryOnce", "the file arrived after the bank's cut-off time"),
} as const satisfies Record<string, DebitReason>;
export type DebitReasonCode = keyof typeof debitReasons;

const isKnown = (code: string): code is DebitReasonCode => Object.hasOwn(debitReasons, code);

/** The meaning of a reason code and what follows from it. A code that the table does not have is decided by a person. */
export function debitReasonOf(code: string | undefined): DebitReason {
  if (code !== undefined && isKnown(code)) return debitReasons[code];
  return reason("person", code === undefined ? "no reason code" : `reason code ${code}, which is not in the table`);
}

/** Whether the debit may be presented once more under its mandate after this reason. */
export const mayRetryDebit = (code: string | undefined): boolean => debitReasonOf(code).action === "retryOnce";

const finalActions: readonly DebitAction[] = [
  "stopMandate",
  "accountClosed",
  "disputedWithin8Weeks",
  "disputedWithin13Months",
  "deceased",
];

/** Whether no further debit may be collected under the mandate after this reason. */
export const endsMandate = (code: string | undefined): boolean => finalActions.includes(debitReasonOf(code).action);
