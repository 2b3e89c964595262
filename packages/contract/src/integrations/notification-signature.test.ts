import { expect, test } from "vitest";
import { notificationHolds, signNotification } from "./notification-signature.ts";

// The example from the Standard Webhooks documentation.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const body = '{"test": 2432232314}';
const at = 1_614_265_330;
const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

test("the signature matches the example of Standard Webhooks", () => {
  expect(signNotification(secret, id, at, body)).toBe(signature);
});

test.each([
  ["as sent", {}, body, at, true],
  [
    "with another signature of a rolled secret before it",
    { "webhook-signature": `v1,AAAA ${signature}` },
    body,
    at,
    true,
  ],
  ["299 seconds late", {}, body, at + 299, true],
  ["301 seconds late", {}, body, at + 301, false],
  ["301 seconds early", {}, body, at - 301, false],
  ["with another body", {}, `${body} `, at, false],
  ["with another id", { "webhook-id": "msg_other" }, body, at, false],
  ["with a timestamp that is no number", { "webhook-timestamp": "today" }, body, at, false],
  ["without a signature", { "webhook-signature": "" }, body, at, false],
])("a notification %s is accepted or rejected correctly", (_name, change, received, now, holds) => {
  const headers = { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": signature, ...change };
  expect(notificationHolds(secret, headers, received, now, 300)).toBe(holds);
});
