import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromLetters, toLetters } from "./letters.ts";
import { check, read, sign } from "./ticket-code.ts";
import { initialsOf, runningTime, type TicketFields, TicketFieldsRefused } from "./ticket-fields.ts";
import { parseTicketKeys, publicKeys, signingKey } from "./ticket-keys.ts";

const key = signingKey(new Uint8Array(32).fill(7));
const otherKey = signingKey(new Uint8Array(32).fill(8));
const keys = publicKeys([otherKey, key]);
const pass: TicketFields = {
  network: "demo",
  product: "pass-31-days",
  ticketId: "0197a3b2-4c5d-7e6f-8a9b-0c1d2e3f4a5b",
  validFrom: "2026-11-01T07:12:00Z",
  validUntil: "2026-12-02T07:12:00Z",
  traveller: { initials: "IM", birthYear: 2004 },
};
const during = "2026-11-20T12:00:00Z";

const identifier = fc.stringMatching(/^[A-Za-z0-9\-._:/]{1,48}$/);
const second = fc.integer({ min: 0, max: 0x7fffffff });
const instant = (value: number) => new Date(value * 1000).toISOString().replace(".000", "");
const anyTicket: fc.Arbitrary<TicketFields> = fc
  .record(
    {
      network: identifier,
      product: identifier,
      ticketId: fc.oneof(fc.uuid(), identifier),
      from: second,
      lasts: fc.integer({ min: 1, max: 0x7fffffff }),
      traveller: fc.record(
        { initials: fc.stringMatching(/^[A-Zا-يÀÉΩЖ]{1,4}$/), birthYear: fc.integer({ min: 1900, max: 2155 }) },
        { requiredKeys: ["initials"] },
      ),
      firstUse: fc.record({
        before: second.map(instant),
        runs: fc.record({
          count: fc.integer({ min: 1, max: 16383 }),
          unit: fc.constantFrom("minute", "day", "month", "year"),
        }),
      }),
      carnet: fc.record({
        trips: fc.integer({ min: 1, max: 255 }),
        transferMinutes: fc.integer({ min: 0, max: 65535 }),
      }),
    },
    { requiredKeys: ["network", "product", "ticketId", "from", "lasts"] },
  )
  .map(({ from, lasts, ...rest }) => ({ ...rest, validFrom: instant(from), validUntil: instant(from + lasts) }));

describe("a ticket code", () => {
  it("returns the signed fields after reading and checking, for any ticket", () => {
    fc.assert(
      fc.property(anyTicket, (ticket) => {
        const text = sign(ticket, key);
        expect(read(text)).toEqual({ fields: ticket, keyId: key.kid });
        expect(check(text, { keys, now: ticket.validFrom })).toEqual({ status: "valid", ticket });
      }),
    );
  });

  it("matches the test vector of FORMAT.md", () => {
    const format = readFileSync(new URL("../FORMAT.md", import.meta.url), "utf8");
    for (const part of [key.x, key.kid, sign(pass, key)]) expect(format).toContain(part);
  });

  // covers: tickets are checked offline
  it("is refused after any single flipped bit", () => {
    const bytes = fromLetters(sign(pass, key)) ?? new Uint8Array();
    const refusals = new Set<string>();
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      refusals.add(check(toLetters(changed), { keys, now: during }).status);
    }
    expect(bytes.length).toBeGreaterThan(64);
    expect([...refusals].sort()).toEqual(["forged", "malformed", "unknown-key"]);
  });

  it("is refused after any single changed, dropped or added letter", () => {
    const text = sign(pass, key);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 1, max: 25 }), (at, by) => {
        const letter = String.fromCharCode(65 + ((text.charCodeAt(at) - 65 + by) % 26));
        for (const changed of [
          text.slice(0, at) + letter + text.slice(at + 1),
          text.slice(0, at) + text.slice(at + 1),
          text.slice(0, at) + letter + text.slice(at),
        ]) {
          expect(["forged", "malformed", "unknown-key"]).toContain(check(changed, { keys, now: during }).status);
        }
      }),
    );
  });

  it("never makes the check throw, whatever text is scanned", () => {
    const scanned = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[A-Z]{0,300}$/));
    fc.assert(
      fc.property(scanned, (text) => {
        expect(["malformed", "unknown-key", "forged"]).toContain(check(text, { keys, now: during }).status);
      }),
    );
  });

  it("is forged if signed by another key under this key's id", () => {
    const text = sign(pass, { ...otherKey, kid: key.kid });
    expect(check(text, { keys, now: during })).toEqual({ status: "forged" });
  });

  it("names a key that is missing", () => {
    expect(check(sign(pass, key), { keys: publicKeys([otherKey]), now: during })).toEqual({
      status: "unknown-key",
      keyId: key.kid,
    });
  });

  it("is not a ticket if the same key signed the same bytes for another purpose", async () => {
    const { sign: signBytes } = await import("node:crypto");
    const { secretOf } = await import("./ticket-keys.ts");
    const layout = (fromLetters(sign(pass, key)) ?? new Uint8Array()).slice(0, -64);
    const text = toLetters(Buffer.concat([layout, signBytes(null, layout, secretOf(key))]));
    expect(check(text, { keys, now: during })).toEqual({ status: "forged" });
  });

  it.each([
    ["2026-11-01T07:11:59.999Z", "not-yet-valid"],
    ["2026-11-01T07:12:00Z", "valid"],
    ["2026-12-02T07:11:59.999Z", "valid"],
    ["2026-12-02T07:12:00Z", "expired"],
  ])("at %s is %s", (now, status) => {
    expect(check(sign(pass, key), { keys, now }).status).toBe(status);
  });

  it("of another network is reported as such, but a forged one as forged", () => {
    expect(check(sign(pass, key), { keys, now: during, network: "zones" }).status).toBe("other-network");
    expect(check(sign(pass, key), { keys, now: during, network: "demo" }).status).toBe("valid");
  });

  it("has at most 180 letters for a named traveller, a UUID and 13 letters of network and product", () => {
    const ticket = { ...pass, product: "pass-1825" };
    expect(sign(ticket, key).length).toBeLessThanOrEqual(180);
  });

  it("has at most 240 letters with all fields and 40 letters of network and product", () => {
    const ticket: TicketFields = {
      ...pass,
      product: "a-carnet-whose-name-nobody-wanted-to",
      traveller: { initials: "يم", birthYear: 2004 },
      firstUse: { before: "2027-11-01T07:12:00Z", runs: { count: 90, unit: "minute" } },
      carnet: { trips: 10, transferMinutes: 90 },
    };
    expect(sign(ticket, key).length).toBeLessThanOrEqual(240);
  });

  it.each<[string, Partial<TicketFields>]>([
    ["product", { product: "pass 31" }],
    ["network", { network: "" }],
    ["ticketId", { ticketId: "x".repeat(49) }],
    ["validFrom", { validFrom: "soon" }],
    ["validUntil", { validUntil: pass.validFrom }],
    ["initials", { traveller: { initials: "I. M." } }],
    ["birthYear", { traveller: { initials: "IM", birthYear: 1899 } }],
    ["carnet.trips", { carnet: { trips: 0, transferMinutes: 60 } }],
    ["firstUse.runs", { firstUse: { before: pass.validUntil, runs: { count: 0, unit: "day" } } }],
  ])("is not signed with a wrong %s", (field, wrong) => {
    expect(() => sign({ ...pass, ...wrong }, key)).toThrow(TicketFieldsRefused);
    expect(() => sign({ ...pass, ...wrong }, key)).toThrow(field);
  });
});

describe("a set of ticket keys", () => {
  it("never publishes a secret and is parsed as published", () => {
    const published: unknown = JSON.parse(JSON.stringify(publicKeys([key, otherKey])));
    expect(JSON.stringify(published)).not.toContain(key.d);
    expect(parseTicketKeys(published)).toEqual(publicKeys([key, otherKey]));
  });

  it("leaves out keys of other kinds and refuses anything else", () => {
    expect(parseTicketKeys({ keys: [{ kty: "RSA", kid: "a" }, null, { ...keys.keys[0], x: "AA" }] })).toEqual({
      keys: [],
    });
    for (const wrong of [null, [], "keys", { keys: {} }]) expect(parseTicketKeys(wrong)).toBeNull();
  });
});

it("initials of any two names can be signed", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1 });
  fc.assert(
    fc.property(name, name, (first, last) => {
      const initials = initialsOf(first, last);
      fc.pre(initials !== "");
      expect(read(sign({ ...pass, traveller: { initials } }, key))?.fields.traveller).toEqual({ initials });
    }),
  );
});

it.each([
  ["Inès", "Morel", "IM"],
  ["ßa", "ǰa", "SSJ"],
  ["élodie", "d'Arc", "ÉD"],
  ["يوسف", "منصوري", "يم"],
  ["", "Morel", "M"],
])("the initials of %s %s are %s", (first, last, initials) => expect(initialsOf(first, last)).toBe(initials));

it.each([
  ["PT60M", { count: 60, unit: "minute" }],
  ["PT1H", { count: 60, unit: "minute" }],
  ["P31D", { count: 31, unit: "day" }],
  ["P1W", { count: 7, unit: "day" }],
  ["P1M", { count: 1, unit: "month" }],
  ["P1Y", { count: 1, unit: "year" }],
  ["P1M2D", null],
  ["31 days", null],
])("the duration %s is parsed as one unit or refused", (duration, expected) => {
  expect(runningTime(duration)).toEqual(expected);
});
