import { expect, it } from "vitest";
import { canVerify, checkInBrowser } from "./check-in-browser.ts";
import { fromLetters, toLetters } from "./letters.ts";
import { check, sign } from "./ticket-code.ts";
import { parseTicketHotlist } from "./ticket-hotlist.ts";
import { publicKeys, signingKey } from "./ticket-keys.ts";

const key = signingKey(new Uint8Array(32).fill(7));
const otherKey = signingKey(new Uint8Array(32).fill(8));
const keys = publicKeys([otherKey, key]);
const ticketId = "0197a3b2-4c5d-7e6f-8a9b-0c1d2e3f4a5b";
const window = { validFrom: "2026-11-01T07:12:00Z", validUntil: "2026-12-02T07:12:00Z" };
const fields = { network: "demo", product: "day", ticketId, ...window, traveller: { initials: "IM" } };
const code = sign(fields, key);
const during = "2026-11-20T12:00:00Z";

function changed(text: string, at: number): string {
  const bytes = fromLetters(text) ?? new Uint8Array();
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return toLetters(bytes);
}

// covers: a ticket is checked in the office's browser without a connection
it.each([
  ["a valid code", code, { now: during }, "valid"],
  ["one with spaces around it", ` ${code}\n`, { now: during }, "valid"],
  ["one that begins later", code, { now: "2026-10-01T00:00:00Z" }, "not-yet-valid"],
  ["one that has ended", code, { now: window.validUntil }, "expired"],
  ["one of another network", code, { now: during, network: "zones" }, "other-network"],
  ["one with a changed signature", changed(code, 60), { now: during }, "forged"],
  ["one with another ticket's content", changed(code, 15), { now: during }, "forged"],
  [
    "one signed by a stranger under our key's id",
    sign(fields, { ...otherKey, kid: key.kid }),
    { now: during },
    "forged",
  ],
  ["one of an unknown key", sign(fields, signingKey(new Uint8Array(32).fill(9))), { now: during }, "unknown-key"],
  ["a text that is no ticket", "BONJOUR", { now: during }, "malformed"],
])("%s has the same result in a browser as on a server: %s", async (_, text, by, status) => {
  expect(await checkInBrowser(text, { keys, ...by })).toEqual(check(text, { keys, ...by }));
  expect((await checkInBrowser(text, { keys, ...by })).status).toBe(status);
});

it("a listed ticket is stopped, whatever its code says", async () => {
  const stopped = parseTicketHotlist([{ ticketId, state: "blocked" }]) ?? new Map();
  expect(await checkInBrowser(code, { keys, now: during, stopped })).toMatchObject({
    status: "stopped",
    state: "blocked",
  });
});

it("a browser without keys or without this cryptography is recognised", async () => {
  expect(await canVerify(keys)).toBe(true);
  expect(await canVerify({ keys: [] })).toBe(false);
  expect(await canVerify({ keys: [{ kty: "OKP", crv: "Ed25519", x: "AA", kid: "AAAA" }] })).toBe(false);
});
