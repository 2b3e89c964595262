import { accountOfPerson } from "../account-records/account-personal-data-store.ts";
import { travellersOfPerson } from "../account-records/traveller-personal-data-store.ts";
import { signInsOfPerson } from "../authentication/personal-data-store.ts";
import { vouchersOfPerson } from "../cart/personal-data-store.ts";
import { documentsOfPerson } from "../documents/personal-data-store.ts";
import { emailsOfPerson } from "../email/personal-data-store.ts";
import { filesOfPerson } from "../files/personal-data-store.ts";
import { answersOfPerson } from "../http/idempotency-personal-data-store.ts";
import { jobsOfPerson } from "../jobs/personal-data-store.ts";
import { ordersOfPerson } from "../order-records/order-personal-data-store.ts";
import { paymentsOfPerson } from "../payment-records/personal-data-store.ts";
import type { PersonalDataSource } from "../personal-data/personal-data-source.ts";
import { auditEntriesOfPerson } from "../staff/personal-data-store.ts";
import { subscriptionsOfPerson } from "../subscriptions/personal-data-store.ts";
import { cardsOfPerson } from "../transport-cards/personal-data-store.ts";
import { positionsOfPerson } from "../travel/personal-data-store.ts";
import { ticketsOfPerson } from "../wallet/personal-data-store.ts";

/**
 * Every room that keeps something of people, in the order in which they are erased: what hangs on another goes first.
 * The same list tells a person what is kept of them, so that neither forgets a room.
 */
export const personalDataSources = {
  letters: emailsOfPerson,
  work: jobsOfPerson,
  answers: answersOfPerson,
  vouchers: vouchersOfPerson,
  subscriptions: subscriptionsOfPerson,
  payments: paymentsOfPerson,
  positions: positionsOfPerson,
  tickets: ticketsOfPerson,
  orders: ordersOfPerson,
  cards: cardsOfPerson,
  acts: auditEntriesOfPerson,
  signIns: signInsOfPerson,
  documents: documentsOfPerson,
  travellers: travellersOfPerson,
  sentFiles: filesOfPerson,
  account: accountOfPerson,
} as const satisfies Record<string, PersonalDataSource>;

/** Tables that hold nothing of a person, each with its why. Every table stands here or with its room. */
export const tablesWithoutPerson: Readonly<Record<string, string>> = {
  migration: "names of files",
  heartbeat: "Ticket API processes that run",
  outage: "parties outside that cannot be reached",
  debit_file: "days and creditors; the debits in it are payments",
  network: "the operator's pack",
  network_domain: "the operator's pack",
  category: "the operator's pack",
  catalogue_list: "the operator's pack",
  article: "the operator's pack",
  agency: "the operator's pack",
  voucher: "codes and how often they were used",
  terms: "the operator's pack",
  client: "programs that call",
  client_network: "programs that call",
  installation: "whether the database is a demo's",
  installation_address: "where the outside parties are reached",
  installation_clock: "how far the clock stands from the real one",
  signing_key: "keys of the installation",
  attempt: "written by nobody any more",
  slot_booking: "the place of an order, which alone names the person",
  vignette: "the operator's stickers",
  transit_feed: "the operator's timetable",
  transit_stop: "the operator's timetable",
  transit_fare: "the operator's timetable",
  transit_trip: "the operator's timetable",
  transit_call: "the operator's timetable",
  slot_place: "how many places of a slot are taken",
  invoice_counter: "the last number of a series",
  staff:
    "who works for the operator: persons too, but no customers; `npm run staff` bars them, and their acts keep their author",
  staff_role: "what the staff may do",
  staff_session: "sign-ins of the staff",
  staff_device: "browsers of the staff",
  staff_second_factor: "second factors of the staff, encrypted",
  staff_recovery_code: "hashes of their recovery codes",
  authorization_state: "a sign-in that has not said yet whose it is",
};
