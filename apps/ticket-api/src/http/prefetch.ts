import type { Database } from "../database/database.ts";

/** An answer with what it begins to read before it is asked for (`Answer`). */
interface AheadAnswer<Ask, Answered> {
  (ask: Ask): Answered;
  ahead(ask: Ask, db: Database): Promise<void>;
}

/**
 * An answer whose first reads need not wait until its key is claimed: both are asked on one connection at once (`db`). What was
 * read is used where the key was had at the first try; who had to wait for somebody else's answer, or asks without a key, reads
 * when the answer begins. A repetition reads too, and is answered with what was answered before: `read` must do no harm by being
 * done again.
 */
export function readingAhead<Ask extends object, Read, Answered>(
  read: (ask: Ask, db?: Database) => Promise<Read>,
  answer: (ask: Ask, read: () => Promise<Read>) => Answered,
): AheadAnswer<Ask, Answered> {
  const begun = new WeakMap<Ask, Promise<Read>>();
  const ahead = (ask: Ask, db: Database) => {
    const reading = read(ask, db);
    begun.set(ask, reading);
    // A failure is told to the answer, if there will be one.
    return reading.then(
      () => undefined,
      () => undefined,
    );
  };
  return Object.assign((ask: Ask) => answer(ask, () => begun.get(ask) ?? read(ask)), { ahead });
}
