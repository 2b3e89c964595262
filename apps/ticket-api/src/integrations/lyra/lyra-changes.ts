import pLimit from "p-limit";
import type { PaymentSession } from "../payment-provider.ts";
import type { LyraClient } from "./lyra-client.ts";
import { anything } from "./lyra-objects.ts";
import { settle } from "./lyra-sessions.ts";
import type { KnownSession } from "./lyra-store.ts";

const pageSize = 100;
const dueAtOnce = 500;
const readsAtOnce = 8;
const minuteMs = 60_000;
const dayMs = 86_400_000;
/**
 * When sessions are read again without a notification: a refund in the Back Office is possible for more than a year, and for weeks the
 * bank can refuse a credit.
 */
const ages = { undecided: dayMs, least: 10 * minuteMs, most: 400 * dayMs, credited: 30 * dayMs, daily: dayMs };

interface ChangedSessions {
  sessions: PaymentSession[];
  cursor: string;
  more: boolean;
}

/** Position of a reader: in the sessions, which the first read walks through, and then in their changes. */
type Position = { list: "sessions"; after: number; changes: number } | { list: "changes"; after: number };

/**
 * Sessions that changed after the cursor. Lyra lists no events: the sessions that are due are read first, and those that
 * differ from what was seen before have moved to the end of the changes.
 */
export async function listSince(lyra: LyraClient, cursor: string | undefined): Promise<ChangedSessions> {
  const position = positionIn(cursor) ?? { list: "sessions", after: 0, changes: await lyra.store.lastPosition() };
  if (position.list === "sessions") {
    const found = await lyra.store.after(position.after, pageSize);
    const last = found.at(-1);
    const next: Position =
      found.length === pageSize && last !== undefined
        ? { ...position, after: last.number }
        : { list: "changes", after: position.changes };
    return { sessions: await readAll(lyra, found), cursor: cursorOf(next), more: true };
  }
  const due = lyra.settings.isReadOnly ? [] : await lyra.store.due(lyra.now(), ages, dueAtOnce);
  await readAll(lyra, due);
  const found = await lyra.store.changedAfter(position.after, pageSize);
  // Nothing was read, so a test call finds out whether Lyra responds, as a read does at any other provider.
  if (due.length === 0 && found.length === 0) await lyra.ask("Charge/SDKTest", { value: "reconciliation" }, anything);
  const after = found.at(-1)?.position ?? position.after;
  return {
    sessions: await readAll(lyra, found),
    cursor: cursorOf({ list: "changes", after }),
    more: found.length === pageSize || due.length === dueAtOnce,
  };
}

function readAll(lyra: LyraClient, known: readonly KnownSession[]): Promise<PaymentSession[]> {
  const reads = pLimit(readsAtOnce);
  return Promise.all(known.map((each) => reads(() => settle(lyra, each))));
}

const cursorOf = (position: Position): string =>
  [position.list, position.after, ...(position.list === "sessions" ? [position.changes] : [])].join(" ");

function positionIn(cursor: string | undefined): Position | undefined {
  const [list, after, changes] = (cursor ?? "").split(" ");
  if (list === "changes") return { list, after: Number(after) };
  return list === "sessions" ? { list, after: Number(after), changes: Number(changes) } : undefined;
}
