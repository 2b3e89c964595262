import type { CartQuote } from "./cart-quote.ts";

/** How far the server's word on the cart is; `last` stays shown meanwhile, it may be of the cart before. */
export interface QuoteState {
  state: "idle" | "checking" | "verified" | "failed";
  last: CartQuote | null;
}

/** Asks the server; rejects when it cannot be asked, or when the signal ends it. */
export type Ask<Question> = (question: Question, signal: AbortSignal) => Promise<CartQuote>;

export interface LatestQuote<Question> {
  /** Asks anew unless this very key was asked; a question that is pending is cancelled (§4). */
  request(key: string, question: Question): void;
  /** Asks the same again, after a failure. */
  retry(): void;
  /** Nothing to ask: an empty cart. */
  rest(): void;
  read(): QuoteState;
  subscribe(listener: () => void): () => void;
}

const idle: QuoteState = { state: "idle", last: null };

/** One question at a time; only the answer to the newest one counts, and is noted with its key. */
export function createLatestQuote<Question>(
  ask: Ask<Question>,
  note: (key: string, question: Question, answer: CartQuote) => void,
): LatestQuote<Question> {
  let current: QuoteState = idle;
  let asked: { key: string; question: Question } | undefined;
  let pending: AbortController | undefined;
  const listeners = new Set<() => void>();

  const become = (next: QuoteState) => {
    current = next;
    for (const listener of listeners) listener();
  };

  const begin = async (key: string, question: Question): Promise<void> => {
    pending?.abort();
    const mine = new AbortController();
    pending = mine;
    asked = { key, question };
    become({ state: "checking", last: current.last });
    try {
      const answer = await ask(question, mine.signal);
      if (mine !== pending) return;
      pending = undefined;
      become({ state: "verified", last: answer });
      note(key, question, answer);
    } catch {
      if (mine !== pending) return;
      pending = undefined;
      become({ state: "failed", last: current.last });
    }
  };

  return {
    request(key, question) {
      if (asked?.key !== key) void begin(key, question);
    },
    retry() {
      if (asked) void begin(asked.key, asked.question);
    },
    rest() {
      if (asked === undefined && current === idle) return;
      pending?.abort();
      pending = undefined;
      asked = undefined;
      become(idle);
    },
    read: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
