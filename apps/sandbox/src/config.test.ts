import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("without settings the demo's values apply", () => {
  expect(readConfig({})).toMatchObject({
    port: 3003,
    smtpPort: 3004,
    host: "127.0.0.1",
    publicUrl: "http://127.0.0.1:3003",
    dataDir: ".data/sandbox",
    stripeWebhookUrl: "http://127.0.0.1:3001/payment/notifications/stripe/main",
  });
});

test("webhooks of Stripe's protocol are sent to the Ticket API, wherever it is", () => {
  expect(readConfig({ API_PORT: "4001" }).stripeWebhookUrl).toMatch("http://127.0.0.1:4001/payment/");
  const API_PUBLIC_URL = "https://api.demo.example";
  expect(readConfig({ API_PUBLIC_URL }).stripeWebhookUrl).toBe(`${API_PUBLIC_URL}/payment/notifications/stripe/main`);
});

test.each([
  [{ SANDBOX_PORT: "many" }, "SANDBOX_PORT"],
  [{ SANDBOX_SMTP_PORT: "70000" }, "SANDBOX_SMTP_PORT"],
  [{ SANDBOX_URL: "ftp://sandbox" }, "SANDBOX_URL"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [{ NODE_ENV: "production" }, "NODE_ENV"],
])("%j prevents the start with a line that names it", (variables, name) => {
  expect(() => readConfig(variables)).toThrow(name);
});

test("all invalid variables are reported together", () => {
  expect(() => readConfig({ SANDBOX_PORT: "x", LOG_LEVEL: "y" })).toThrow(/SANDBOX_PORT.*LOG_LEVEL/);
});

test("a demo in production can run the sandbox", () => {
  expect(readConfig({ NODE_ENV: "production", GUICHET_DEMO: "1" }).port).toBe(3003);
});
