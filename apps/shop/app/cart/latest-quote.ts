import type { CartQuote } from "./cart-quote.ts";

/** Progress of the server's quote; `last` remains visible during a request and may belong to an earlier cart. */
export interface QuoteState {
  state: "idle" | "checking" | "verified" | "failed";
  last: CartQuote | null;
}

/** Requests a quote; rejects when the server is unreachable or the signal aborts. */
export type Ask<Question> = (question: Question, signal: AbortSignal) => Promise<CartQuote>;

export interface LatestQuote<Question> {
  /** Requests a quote unless this key was the last one requested; cancels a pending request (§4). */
  request(key: string, question: Question): void;
  /** Repeats the last request after a failure. */
  retry(): void;
  /** Cancels the pending request and clears the quote, for an empty cart. */
  rest(): void;
  read(): QuoteState;
  subscribe(listener: () => void): () => void;
}

const idle: QuoteState = { state: "idle", last: null };

/** Creates a quote client with one request at a time; it uses only the latest response and passes it to `note` with its key. */
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
