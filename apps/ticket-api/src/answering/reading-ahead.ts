import type { Call } from "@guichet/contract/call.ts";
import type { Answer, Ask } from "./answer.ts";

/**
 * An answer whose first reads need not wait until its key is claimed: both go on at once. What was read is used where the key
 * was had at the first try; who had to wait for somebody else's answer, or asks without a key, reads when the answer begins. A
 * repetition reads too, and is answered with what was answered before: `read` must do no harm by being done again.
 */
export function readingAhead<C extends Call, Read>(
  read: (ask: Ask<C>) => Promise<Read>,
  answer: (ask: Ask<C>, read: () => Promise<Read>) => ReturnType<Answer<C>>,
): Answer<C> {
  const begun = new WeakMap<Ask<C>, Promise<Read>>();
  const ahead = (ask: Ask<C>) => {
    const reading = read(ask);
    // Told to the answer, if there will be one.
    reading.catch(() => undefined);
    begun.set(ask, reading);
  };
  return Object.assign((ask: Ask<C>) => answer(ask, () => begun.get(ask) ?? read(ask)), { ahead });
}
