import { accountOfPerson } from "../account-records/account-personal-data-store.ts";
import { mergedAccountsOfPerson } from "../account-records/merged-account-store.ts";
import { travellersOfPerson } from "../account-records/traveller-personal-data-store.ts";
import { signInsOfPerson } from "../authentication/personal-data-store.ts";
import { vouchersOfPerson } from "../cart/personal-data-store.ts";
import { compensationsOfPerson } from "../compensations/personal-data-store.ts";
import { documentsOfPerson } from "../documents/personal-data-store.ts";
import { emailsOfPerson } from "../email/personal-data-store.ts";
import { filesOfPerson } from "../files/personal-data-store.ts";
import { answersOfPerson } from "../http/idempotency-personal-data-store.ts";
import { jobsOfPerson } from "../jobs/personal-data-store.ts";
import { ordersOfPerson } from "../order-records/order-personal-data-store.ts";
import { paymentsOfPerson } from "../payment-records/personal-data-store.ts";
import type { PersonalDataSource } from "../personal-data/personal-data-source.ts";
import { refundRequestsOfPerson, refundsOfPerson, refundTransfersOfPerson } from "../refunds/personal-data-store.ts";
import { auditEntriesOfPerson } from "../staff/personal-data-store.ts";
import { subscriptionsOfPerson } from "../subscriptions/personal-data-store.ts";
import { terminationsOfPerson } from "../terminations/personal-data-store.ts";
import { cardsOfPerson } from "../transport-cards/personal-data-store.ts";
import { positionsOfPerson } from "../travel/personal-data-store.ts";
import { ticketsOfPerson } from "../wallet/personal-data-store.ts";
import { walletPassesOfPerson } from "../wallet-passes/personal-data-store.ts";

/**
 * Every module that stores data about people, in the order of erasure: referencing rows go first.
 * Export and erasure use the same list, so that neither forgets a module.
 */
export const personalDataSources = {
  letters: emailsOfPerson,
  work: jobsOfPerson,
  answers: answersOfPerson,
  vouchers: vouchersOfPerson,
  terminations: terminationsOfPerson,
  subscriptions: subscriptionsOfPerson,
  compensations: compensationsOfPerson,
  refundRequests: refundRequestsOfPerson,
  refunds: refundsOfPerson,
  refundTransfers: refundTransfersOfPerson,
  payments: paymentsOfPerson,
  positions: positionsOfPerson,
  walletPasses: walletPassesOfPerson,
  tickets: ticketsOfPerson,
  orders: ordersOfPerson,
  cards: cardsOfPerson,
  acts: auditEntriesOfPerson,
  signIns: signInsOfPerson,
  documents: documentsOfPerson,
  travellers: travellersOfPerson,
  sentFiles: filesOfPerson,
  formerAccounts: mergedAccountsOfPerson,
  account: accountOfPerson,
} as const satisfies Record<string, PersonalDataSource>;

/** Tables without personal data, each with the reason. Every table is listed here or with its module. */
export const tablesWithoutPerson: Readonly<Record<string, string>> = {
  migration: "names of files",
  heartbeat: "running Ticket API processes",
  outage: "outside parties that cannot be reached",
  debit_file: "days and creditors; the debits in it are payments",
  bank_file: "files for the bank; their content, which names debtors, is deleted after 90 days",
  bank_instruction: "amounts and references; payment and mandate name the person",
  reported_movement: "amounts and references that a bank stated; the payment names the person",
  reported_dispute: "the same of disputes",
  bank_entry: "what the bank says about such an instruction",
  network: "the operator's pack",
  network_domain: "the operator's pack",
  category: "the operator's pack",
  catalogue_list: "the operator's pack",
  article: "the operator's pack",
  alert: "what the staff tell all customers, and who wrote it",
  catalogue_draft: "what the staff plan to sell, and who planned it",
  catalogue_draft_change: "what such a draft changes of the catalogue",
  catalogue_office_change: "items of the catalogue that the staff changed",
  agency: "the operator's pack, and what the staff changed of it",
  voucher: "codes and how often they were used",
  voucher_batch: "terms of such codes, and who created them",
  card_batch: "deliveries of cards that nobody has",
  blank_card: "numbers of such cards",
  cash_drawer: "cash of the staff at an agency; its sales name the orders",
  month_closing: "figures and digest of a closed month, and who closed it",
  compensation_campaign: "what the staff decided for many; its compensations name the orders",
  terms: "the operator's pack",
  terms_version: "legal texts as they were published, and by whom of the staff",
  payment_account: "accounts at payment providers, and the last test of their connection",
  client: "programs that call",
  client_network: "programs that call the API",
  installation: "whether the database is a demo's",
  installation_address: "the addresses of the outside parties",
  installation_clock: "the offset of the clock",
  signing_key: "keys of the installation",
  attempt: "no longer written",
  slot_booking: "the slot of an order; only the order names the person",
  provider_session:
    "a payment at its provider: only payment and order name the person; the token of its card goes with them",
  payout: "the provider's transfers to the operator's bank account",
  payout_reading: "what the staff read again of such transfers, and why",
  provider_refund: "the refunds of such a payment",
  vignette: "the operator's stickers",
  transit_feed: "the operator's timetable",
  transit_stop: "the operator's timetable",
  transit_fare: "the operator's timetable",
  transit_trip: "the operator's timetable",
  transit_call: "the operator's timetable",
  slot_place: "the used capacity of a slot",
  invoice_counter: "the last number of a series",
  staff:
    "the operator's staff, who are no customers; `npm run staff` disables them, and their audit entries keep their author",
  staff_role: "what the staff may do",
  staff_session: "sessions of the staff",
  staff_invitation: "invitations of the staff, as hashes",
  staff_device: "browsers of the staff",
  staff_second_factor: "second factors of the staff, encrypted",
  staff_recovery_code: "hashes of their recovery codes",
  authorization_state: "a sign-in in progress, before its person is known",
};
