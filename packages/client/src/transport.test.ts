import { once } from "node:events";
import { expect, test } from "vitest";
import { TimeoutFailure } from "./failures.ts";
import { type Sending, send, whileBytesArrive } from "./transport.ts";

const sending: Sending = {
  ...{ url: "http://localhost/Finance/fec", method: "GET", headers: {}, body: undefined },
  ...{ timeoutMs: 20, repeating: "changing" },
};

/** A response of which the test sends each part, and the signal of its request. */
function slowResponse() {
  const parts = new TransformStream<Uint8Array, Uint8Array>();
  const writer = parts.writable.getWriter();
  const signals: AbortSignal[] = [];
  const fetch = async (_: string, { signal }: RequestInit) => {
    if (signal) signals.push(signal);
    return new Response(parts.readable);
  };
  return { fetch, writer, parts, signals };
}

/** The time limit of the request is over, and whatever it ends has ended. */
const limitIsOver = () => once(AbortSignal.timeout(sending.timeoutMs * 2), "abort");

test("a streamed response may take longer than the time limit of its request, which ends with its beginning; any other may not", async () => {
  const streamed = slowResponse();
  const response = await send({ ...sending, isStreamed: true }, streamed.fetch);
  const whole = slowResponse();
  await send(sending, whole.fetch);
  await limitIsOver();
  expect([streamed.signals, whole.signals].map(([signal]) => signal?.aborted)).toEqual([false, true]);
  const text = response.text();
  await streamed.writer.write(Buffer.from("a month of"));
  await streamed.writer.write(Buffer.from(" entries"));
  await streamed.writer.close();
  expect(await text).toBe("a month of entries");
});

test("a streamed response ends once nothing has arrived for the idle time, and its source is let go", async () => {
  const { parts, writer } = slowResponse();
  const reader = whileBytesArrive(sending, parts.readable, 20).getReader();
  writer.write(Buffer.from("begun")).catch(() => {});
  expect((await reader.read()).value?.byteLength).toBe(5);
  // The reader is slow, not the source.
  await limitIsOver();
  writer.write(Buffer.from("more")).catch(() => {});
  expect((await reader.read()).value?.byteLength).toBe(4);
  await expect(reader.read()).rejects.toBeInstanceOf(TimeoutFailure);
  await expect(writer.closed).rejects.toBeInstanceOf(TimeoutFailure);
});

test("a reader that leaves ends the source", async () => {
  const { parts, writer } = slowResponse();
  await whileBytesArrive(sending, parts.readable).cancel(new Error("left"));
  await expect(writer.closed).rejects.toThrow("left");
});
