import type { Database } from "../database/database.ts";

/** An answer with what it begins to read before it is asked for (`Answer`). */
interface AheadAnswer<CallContext, Answered> {
  (ctx: CallContext): Answered;
  ahead(ctx: CallContext, db: Database): Promise<void>;
}

/**
 * An answer whose first reads need not wait until its key is claimed: both are asked on one connection at once (`db`). What was
 * read is used where the key was had at the first try; who had to wait for somebody else's answer, or asks without a key, reads
 * when the answer begins. A repetition reads too, and is answered with what was answered before: `read` must do no harm by being
 * done again.
 */
export function readingAhead<CallContext extends object, Read, Answered>(
  read: (ctx: CallContext, db?: Database) => Promise<Read>,
  answer: (ctx: CallContext, read: () => Promise<Read>) => Answered,
): AheadAnswer<CallContext, Answered> {
  const begun = new WeakMap<CallContext, Promise<Read>>();
  const ahead = (ctx: CallContext, db: Database) => {
    const reading = read(ctx, db);
    begun.set(ctx, reading);
    // A failure is told to the answer, if there will be one.
    return reading.then(
      () => undefined,
      () => undefined,
    );
  };
  return Object.assign((ctx: CallContext) => answer(ctx, () => begun.get(ctx) ?? read(ctx)), { ahead });
}
