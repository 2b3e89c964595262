import fc from "fast-check";
import { expect, test } from "vitest";
import {
  documentStatus,
  documentsThatCount,
  expectedDecision,
  isCurrentApplication,
  reminderOf,
  type StoredDocument,
  shownDocumentStatus,
} from "./documents.ts";

const now = "2026-11-20T12:00:00Z";
const document = (over: Partial<StoredDocument>): StoredDocument => ({
  documentTypeId: "school",
  status: "PENDING",
  createdAt: "2026-11-01T00:00:00Z",
  expiresAt: null,
  replaced: false,
  deleted: false,
  ...over,
});

// covers §3: document status as shown
test.each<[Partial<StoredDocument>, string]>([
  [{}, "pending"],
  [{ status: "VALIDATING" }, "validating"],
  [{ status: "VALID" }, "valid"],
  [{ status: "INVALID" }, "refused"],
  [{ status: "VALID", expiresAt: "2026-11-20T12:00:01Z" }, "valid"],
  [{ status: "VALID", expiresAt: now }, "expired"],
  [{ status: "INVALID", expiresAt: now }, "refused"],
  [{ status: "VALID", expiresAt: now, replaced: true }, "modified"],
  [{ status: "VALID", replaced: true, deleted: true }, "deleted"],
])("a document %j is shown as %s", (over, expected) => {
  expect(shownDocumentStatus(document(over), now)).toBe(expected);
});

// covers §4: for each document type the valid one wins
test("of each type the valid document counts, otherwise the latest; replaced and deleted ones never do", () => {
  const valid = document({ status: "VALID" });
  const later = document({ createdAt: "2026-11-10T00:00:00Z" });
  const latest = document({ createdAt: "2026-11-15T00:00:00Z", status: "INVALID" });
  const removed = document({ createdAt: "2026-11-19T00:00:00Z", status: "VALID", deleted: true });
  const other = document({ documentTypeId: "income" });
  expect(documentsThatCount([later, valid, latest, removed, other], now)).toEqual([valid, other]);
  expect(documentsThatCount([latest, later, { ...valid, expiresAt: now }], now)).toEqual([latest]);
  expect(documentsThatCount([removed, { ...valid, replaced: true }], now)).toEqual([]);
});

// covers §4: applications current or past
test("current submissions are those still being worked on", () => {
  const all = ["pending", "processing", "accepted", "refused", "to complete", "cancelled"] as const;
  expect(all.filter(isCurrentApplication)).toEqual(["pending", "processing", "to complete"]);
});

const kept = fc.record({
  documentTypeId: fc.constantFrom("school", "income"),
  status: fc.constantFrom("PENDING" as const, "VALIDATING" as const, "VALID" as const, "INVALID" as const),
  createdAt: fc.integer({ min: 0, max: 400 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString()),
  expiresAt: fc.option(
    fc.integer({ min: 0, max: 400 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString()),
  ),
  replaced: fc.boolean(),
  deleted: fc.boolean(),
});

// covers §4: for each document type the valid one wins
test("of any uploads at most one document per type counts: a valid one first, otherwise the newest", () => {
  fc.assert(
    fc.property(fc.array(kept, { maxLength: 12 }), (documents) => {
      const counting = documentsThatCount(documents, now);
      for (const type of ["school", "income"]) {
        const candidates = documents.filter((each) => each.documentTypeId === type && !each.deleted && !each.replaced);
        const [found, ...more] = counting.filter((each) => each.documentTypeId === type);
        expect(more).toEqual([]);
        expect(found === undefined).toBe(candidates.length === 0);
        if (found === undefined) continue;
        const valid = candidates.filter((each) => shownDocumentStatus(each, now) === "valid");
        const among = valid.length > 0 ? valid : candidates;
        expect(among).toContain(found);
        for (const each of among) expect(found.createdAt >= each.createdAt).toBe(true);
        // The shop shows a document as valid exactly if a sale accepts it.
        expect(documentStatus(candidates, type, [now]) === "valid").toBe(valid.length > 0);
      }
      expect(
        documentsThatCount(documents.toReversed(), now)
          .map((each) => each.createdAt)
          .toSorted(),
      ).toEqual(counting.map((each) => each.createdAt).toSorted());
    }),
  );
});

test("a document that expires before the ticket's start does not count", () => {
  const until = { documentTypeId: "school", status: "VALID" as const, expiresAt: "2027-01-01T00:00:00Z" };
  expect(documentStatus([until], "school", [now])).toBe("valid");
  expect(documentStatus([until], "school", [now, "2026-12-31T23:59:59Z"])).toBe("valid");
  expect(documentStatus([until], "school", [now, "2027-01-01T00:00:00Z"])).toBe("over");
  expect(documentStatus([until, { ...until, status: "PENDING" }], "school", ["2027-01-02T00:00:00Z"])).toBe("missing");
  expect(documentStatus([], "school", [now])).toBe("missing");
});

test("staff decide within two working days, and an e-mail reminds two weeks before expiry", () => {
  expect(expectedDecision("2026-11-19T22:59:00Z", "Europe/Paris", [])).toBe("2026-11-23");
  expect(expectedDecision("2026-11-19T23:01:00Z", "Europe/Paris", [])).toBe("2026-11-24");
  expect(reminderOf("2026-12-20T12:00:00Z", now)).toBe("2026-12-06T12:00:00.000Z");
  expect(reminderOf("2026-11-30T12:00:00Z", now)).toBeNull();
  expect(reminderOf(null, now)).toBeNull();
});
