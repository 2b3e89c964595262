import { createHash } from "node:crypto";
import { type NewId, nowSeconds, type StripeContext } from "./context.ts";
import { Refusal } from "./refusals.ts";

export interface Response {
  status: number;
  body: string;
  /** Whether it is the stored answer to an earlier request. */
  isReplayed: boolean;
}

/**
 * Runs a request once per idempotency key: a repetition gets the stored answer, one with other parameters, or one that
 * arrives while the first is under way, is refused.
 */
export function idempotent(context: StripeContext) {
  const underWay = new Set<string>();

  return async function once(
    { key, path, form }: { key: string | undefined; path: string; form: string },
    run: (newId: NewId) => Promise<object>,
  ): Promise<Response> {
    const { payment, store } = context;
    if (key === undefined) return { ...(await responseOf(() => run(payment.newId))), isReplayed: false };
    const fingerprint = digest(`${path} ${form}`);
    const now = nowSeconds(context);
    const earlier = store.answer(key, now);
    if (earlier !== undefined && earlier.fingerprint !== fingerprint) throw reused(key);
    if (earlier !== undefined) return { status: earlier.status, body: earlier.body, isReplayed: true };
    if (underWay.has(key)) throw inUse();
    underWay.add(key);
    try {
      const isForgotten = store.isForgotten(key, now);
      const newId: NewId = (prefix) => (isForgotten ? payment.newId(prefix) : `${prefix}_${digest(key).slice(0, 32)}`);
      const response = await responseOf(() => run(newId));
      await store.keep({ answer: { key, fingerprint, ...response, createdSeconds: now } });
      return { ...response, isReplayed: false };
    } finally {
      underWay.delete(key);
    }
  };
}

/** The answer of an operation, a refused one included: Stripe stores both. */
async function responseOf(run: () => Promise<object>): Promise<{ status: number; body: string }> {
  try {
    return { status: 200, body: JSON.stringify(await run()) };
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    return { status: failure.status, body: JSON.stringify({ error: failure.fields }) };
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

const reused = (key: string): Refusal =>
  new Refusal(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with ('${key}').`,
  });

const inUse = (): Refusal =>
  new Refusal(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: "There is currently another in-progress request using this idempotency key.",
  });
