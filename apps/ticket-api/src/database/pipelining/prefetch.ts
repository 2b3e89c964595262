import type { Database } from "../database.ts";

/** A handler with reads that start before it runs (`Handler.prefetch`). */
interface PrefetchingHandler<CallContext, Answer> {
  (ctx: CallContext): Answer;
  prefetch(ctx: CallContext, db: Database): Promise<void>;
}

/**
 * A handler whose first reads are sent together with the claim of its idempotency key, on one connection. It uses the prefetched
 * values when the first attempt claims the key. A request that waited for another one, or has no key, reads when the handler runs.
 * A repeated request prefetches too and gets the stored response, so `read` must be harmless to repeat.
 */
export function prefetching<CallContext extends object, Read, Answer>(
  read: (ctx: CallContext, db?: Database) => Promise<Read>,
  handle: (ctx: CallContext, read: () => Promise<Read>) => Answer,
): PrefetchingHandler<CallContext, Answer> {
  const prefetched = new WeakMap<CallContext, Promise<Read>>();
  const prefetch = (ctx: CallContext, db: Database) => {
    const reading = read(ctx, db);
    prefetched.set(ctx, reading);
    // The handler receives the failure, if it runs.
    return reading.then(
      () => undefined,
      () => undefined,
    );
  };
  return Object.assign((ctx: CallContext) => handle(ctx, () => prefetched.get(ctx) ?? read(ctx)), { prefetch });
}
