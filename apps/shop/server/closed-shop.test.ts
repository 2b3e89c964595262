import type { BeaconAlert } from "@guichet/contract/maintenance.ts";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { sampleNetwork } from "../testing/sample-network.ts";
import { closedBy, readsJson, retryAfter, sendClosedJson, staysOpen } from "./closed-shop.ts";

const alert = {
  id: "a1",
  level: "CRITICAL",
  message: { fr: "Fermé **ce soir**", en: "Closed" },
  displayBefore: "2026-11-21T06:00:00Z",
} as unknown as BeaconAlert;
const frame = { language: "it" } as Parameters<typeof closedBy>[1];

test.each([
  ["/legal-notices", true],
  ["/privacy-policy", true],
  ["/terms-of-use", true],
  ["/accessibility", true],
  ["/theme", true],
  ["/", false],
  ["/cart", false],
  ["/legal-notices/x", false],
])("while the shop is closed, %s is open: %s", (path, isOpen) => {
  expect(staysOpen(path)).toBe(isOpen);
});

test("the page shows the end, and texts in a language that the network offers", () => {
  expect(closedBy(alert, frame, sampleNetwork)).toMatchObject({
    end: "2026-11-21T06:00:00Z",
    lang: "fr",
    html: expect.stringContaining("<strong>ce soir</strong>"),
    name: sampleNetwork.name,
    email: sampleNetwork.contact.email,
  });
  const estimated = { ...alert, estimatedEnd: "2026-11-21T02:00:00Z" };
  expect(closedBy(estimated, frame, undefined)).toMatchObject({ end: "2026-11-21T02:00:00Z", name: null, email: null });
});

test.each([
  ["2026-11-21T06:00:00Z", 3_600],
  ["2026-11-21T05:00:00.001Z", 1],
])("closed until %s has a Retry-After of %i seconds", (end, seconds) => {
  const closed = closedBy({ ...alert, estimatedEnd: end }, frame, sampleNetwork);
  expect(retryAfter(closed, Date.parse("2026-11-21T05:00:00Z"))).toBe(seconds);
});

test("a past or unknown end has a default Retry-After", () => {
  const closed = closedBy(alert, frame, sampleNetwork);
  const later = retryAfter(closed, Date.parse("2026-11-22T00:00:00Z"));
  expect(later).toBeGreaterThan(0);
  expect(retryAfter({ ...closed, end: null }, 0)).toBe(later);
});

test.each([
  ["application/json", true],
  ["application/json, text/html;q=0.5", false],
  ["text/html", false],
  [undefined, false],
])("a caller that accepts %s gets JSON: %s", async (accept, isMachine) => {
  const app = Fastify();
  const closed = closedBy(alert, frame, sampleNetwork);
  app.get("/", (request, reply) => (readsJson(request) ? sendClosedJson(reply, closed) : reply.send("page")));
  const answer = await app.inject({ url: "/", headers: accept === undefined ? {} : { accept } });
  await app.close();
  expect(answer.statusCode).toBe(isMachine ? 503 : 200);
  if (!isMachine) return;
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.json().error).toMatchObject({ code: "UNAVAILABLE", details: { estimatedEnd: alert.displayBefore } });
});
