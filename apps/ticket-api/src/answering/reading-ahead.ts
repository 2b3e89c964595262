/** An answer with what it begins to read before it is asked for (`Answer`). */
interface AheadAnswer<Ask, Answered> {
  (ask: Ask): Answered;
  ahead(ask: Ask): void;
}

/**
 * An answer whose first reads need not wait until its key is claimed: both go on at once. What was read is used where the key
 * was had at the first try; who had to wait for somebody else's answer, or asks without a key, reads when the answer begins. A
 * repetition reads too, and is answered with what was answered before: `read` must do no harm by being done again.
 */
export function readingAhead<Ask extends object, Read, Answered>(
  read: (ask: Ask) => Promise<Read>,
  answer: (ask: Ask, read: () => Promise<Read>) => Answered,
): AheadAnswer<Ask, Answered> {
  const begun = new WeakMap<Ask, Promise<Read>>();
  const ahead = (ask: Ask) => {
    const reading = read(ask);
    // Told to the answer, if there will be one.
    reading.catch(() => undefined);
    begun.set(ask, reading);
  };
  return Object.assign((ask: Ask) => answer(ask, () => begun.get(ask) ?? read(ask)), { ahead });
}
