import { openJournal } from "../journal.ts";
import type {
  Answer,
  CustomerRecord,
  DebitAccountRecord,
  EndpointRecord,
  FileRecord,
  PayoutRecord,
} from "./records.ts";

/** Stripe forgets an idempotency key after a day. */
const keySeconds = 24 * 3600;

interface Change {
  customer?: CustomerRecord;
  answer?: Answer;
  endpoint?: EndpointRecord;
  payouts?: readonly PayoutRecord[];
  file?: FileRecord;
  debitAccount?: DebitAccountRecord;
}

/** An older journal has only the address. */
type StoredChange = Omit<Change, "endpoint"> & { endpoint?: EndpointRecord | string };

/** Stripe's data that the stand-in stores in addition to the payments in the ledger. */
export interface StripeStore {
  customer(id: string): CustomerRecord | undefined;
  customers(): Iterable<CustomerRecord>;
  /** The stored answer of an idempotency key, as long as Stripe stores it. */
  answer(key: string, nowSeconds: number): Answer | undefined;
  /** Whether the key was used before and is forgotten. */
  isForgotten(key: string, nowSeconds: number): boolean;
  /** Where webhooks are sent. */
  endpoint(): EndpointRecord | undefined;
  /** Every payout, the oldest first. */
  payouts(): readonly PayoutRecord[];
  file(id: string): FileRecord | undefined;
  /** Bank accounts with their mandates, the oldest first. */
  debitAccounts(): readonly DebitAccountRecord[];
  keep(change: Change): Promise<void>;
  close(): Promise<void>;
}

export async function openStripeStore(path: string, broken?: (cause: unknown) => void): Promise<StripeStore> {
  const customers = new Map<string, CustomerRecord>();
  const answers = new Map<string, Answer>();
  const files = new Map<string, FileRecord>();
  const payouts = new Map<string, PayoutRecord>();
  const debitAccounts = new Map<string, DebitAccountRecord>();
  let endpoint: EndpointRecord | undefined;

  function apply(change: StoredChange): void {
    if (change.customer !== undefined) customers.set(change.customer.id, change.customer);
    if (change.answer !== undefined) answers.set(change.answer.key, change.answer);
    for (const payout of change.payouts ?? []) payouts.set(payout.id, payout);
    if (change.debitAccount !== undefined) debitAccounts.set(change.debitAccount.id, change.debitAccount);
    if (change.file !== undefined) files.set(change.file.id, change.file);
    if (change.endpoint !== undefined)
      endpoint = typeof change.endpoint === "string" ? { url: change.endpoint } : change.endpoint;
  }

  const journal = await openJournal(path, (line) => apply(JSON.parse(line)), broken);
  const isKept = (answer: Answer, nowSeconds: number) => nowSeconds - answer.createdSeconds < keySeconds;
  return {
    customer: (id) => customers.get(id),
    customers: () => customers.values(),
    answer(key, nowSeconds) {
      const found = answers.get(key);
      return found !== undefined && isKept(found, nowSeconds) ? found : undefined;
    },
    isForgotten(key, nowSeconds) {
      const found = answers.get(key);
      return found !== undefined && !isKept(found, nowSeconds);
    },
    endpoint: () => endpoint,
    file: (id) => files.get(id),
    debitAccounts: () => [...debitAccounts.values()],
    payouts: () => [...payouts.values()],
    keep(change) {
      apply(change);
      return journal.append(JSON.stringify(change));
    },
    close: () => journal.close(),
  };
}
