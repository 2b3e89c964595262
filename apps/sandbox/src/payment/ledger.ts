import type { LedgerEntry, SavedMethod, Session } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { openJournal, replaceJournal } from "../journal.ts";
import type { CardConduct } from "./cards.ts";
import type { LyraPart } from "./lyra-records.ts";
import type { StoredEvent, StripePart } from "./stripe-records.ts";

/** A session with data that the merchant does not see. */
export interface SessionRecord {
  session: Session;
  merchant: string;
  /** What is paid, in the merchant's words. */
  description?: string;
  locale: string;
  returnUrl: string;
  notifyUrl: string;
  customer: string | undefined;
  saveMethod: boolean;
  /** The saved method to preselect on the page. */
  proposed?: string;
  /** Whether the customer pays with the preselected method. */
  withProposed?: boolean;
  conduct?: CardConduct;
  authentication?: { code: string; wrongTries: number };
  /** Present if the session was opened by Stripe's protocol. */
  stripe?: StripePart;
  /** Present if the session was opened by Lyra's protocol. */
  lyra?: LyraPart;
}

export interface MethodRecord {
  method: SavedMethod;
  customer: string;
  conduct: CardConduct;
  removed: boolean;
}

/** A notification to be delivered. Two with the same `messageId` are duplicates. */
export interface Notice {
  id: string;
  messageId: string;
  url: string;
  body: string;
  /** Real time in milliseconds: a delay is not affected by a moved clock. */
  dueAtMs: number;
  /** Signed like Stripe's webhooks, or a form like Lyra's, which contains its signature. */
  scheme: "stripe" | "lyra";
}

/** An atomic step of the provider. */
export interface Change {
  session?: SessionRecord;
  entries?: LedgerEntry[];
  method?: MethodRecord;
  notices?: Notice[];
  /** Events of Stripe, oldest first. */
  events?: readonly StoredEvent[];
  delivered?: string;
}

export interface Ledger {
  session(id: string): SessionRecord | undefined;
  /** All sessions, in no certain order. */
  sessions(): Iterable<SessionRecord>;
  byReference(reference: string): SessionRecord | undefined;
  /** Sessions that are neither final nor captured. */
  unfinished(): Iterable<SessionRecord>;
  /** Sessions whose refunds fail some time after they were accepted. */
  failing(): Iterable<SessionRecord>;
  entries(): readonly LedgerEntry[];
  method(id: string): MethodRecord | undefined;
  methods(): Iterable<MethodRecord>;
  notices(): Iterable<Notice>;
  /** Events of Stripe, oldest first. */
  events(): readonly StoredEvent[];
  counts(): { sessions: number; entries: number; waitingNotices: number };
  /** Applies the step in memory immediately; the promise resolves when it is stored. */
  commit(change: Change): Promise<void>;
  /** Applies a step in memory that may be lost: it is stored with the next one. */
  note(change: Pick<Change, "delivered">): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

const compactBytes = 32 * 1024 * 1024;
const unfinishedStates = new Set(["open", "authenticating", "authorised"]);

/** Opens the provider's ledger and replays it. A long history is first replaced by its result. */
export async function openLedger(
  path: string,
  broken?: (cause: unknown) => void,
  compactAboveBytes = compactBytes,
): Promise<Ledger> {
  const sessions = new Map<string, SessionRecord>();
  const references = new Map<string, string>();
  const unfinished = new Set<string>();
  const failing = new Set<string>();
  const methods = new Map<string, MethodRecord>();
  const notices = new Map<string, Notice>();
  const entries: LedgerEntry[] = [];
  const events: StoredEvent[] = [];

  function apply(change: Change): void {
    if (change.session !== undefined) {
      const { session } = change.session;
      sessions.set(session.id, change.session);
      references.set(session.reference, session.id);
      if (unfinishedStates.has(session.state)) unfinished.add(session.id);
      else unfinished.delete(session.id);
      if (change.session.conduct === "refund-fails" && session.refunds.length > 0) failing.add(session.id);
    }
    if (change.entries !== undefined) entries.push(...change.entries);
    if (change.method !== undefined) methods.set(change.method.method.id, change.method);
    if (change.events !== undefined) events.push(...change.events);
    // One without a scheme is of an earlier version's own protocol, which nobody reads any more.
    for (const notice of change.notices ?? []) if (notice.scheme !== undefined) notices.set(notice.id, notice);
    if (change.delivered !== undefined) notices.delete(change.delivered);
  }

  function* result(): Iterable<string> {
    for (const session of sessions.values()) yield JSON.stringify({ session });
    for (const entry of entries) yield JSON.stringify({ entries: [entry] });
    for (const event of events) yield JSON.stringify({ events: [event] });
    for (const method of methods.values()) yield JSON.stringify({ method });
    for (const notice of notices.values()) yield JSON.stringify({ notices: [notice] });
  }

  const replay = (line: string) => apply(JSON.parse(line));
  let journal = await openJournal(path, replay, broken);
  if (journal.size() > compactAboveBytes) {
    await journal.close();
    await replaceJournal(path, result());
    journal = await openJournal(path, () => {}, broken);
  }

  return {
    session: (id) => sessions.get(id),
    sessions: () => sessions.values(),
    byReference: (reference) => sessions.get(references.get(reference) ?? ""),
    unfinished: () => [...unfinished].flatMap((id) => sessions.get(id) ?? []),
    failing: () => [...failing].flatMap((id) => sessions.get(id) ?? []),
    entries: () => entries,
    method: (id) => methods.get(id),
    methods: () => methods.values(),
    notices: () => notices.values(),
    events: () => events,
    counts: () => ({ sessions: sessions.size, entries: entries.length, waitingNotices: notices.size }),
    commit(change) {
      apply(change);
      return journal.append(JSON.stringify(change));
    },
    note(change) {
      apply(change);
      journal.note(JSON.stringify(change));
    },
    settled: () => journal.settled(),
    close: () => journal.close(),
  };
}
