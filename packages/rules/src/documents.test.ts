import { expect, test } from "vitest";
import { documentsThatCount, isCurrentApplication, type KeptDocument, shownDocumentStatus } from "./documents.ts";

const now = "2026-11-20T12:00:00Z";
const document = (over: Partial<KeptDocument>): KeptDocument => ({
  documentTypeId: "school",
  status: "PENDING",
  createdAt: "2026-11-01T00:00:00Z",
  expiresAt: null,
  replaced: false,
  deleted: false,
  ...over,
});

test.each<[Partial<KeptDocument>, string]>([
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

test("of each type the valid document counts, otherwise the latest; replaced and deleted ones never", () => {
  const valid = document({ status: "VALID" });
  const later = document({ createdAt: "2026-11-10T00:00:00Z" });
  const latest = document({ createdAt: "2026-11-15T00:00:00Z", status: "INVALID" });
  const removed = document({ createdAt: "2026-11-19T00:00:00Z", status: "VALID", deleted: true });
  const other = document({ documentTypeId: "income" });
  expect(documentsThatCount([later, valid, latest, removed, other], now)).toEqual([valid, other]);
  expect(documentsThatCount([latest, later, { ...valid, expiresAt: now }], now)).toEqual([latest]);
  expect(documentsThatCount([removed, { ...valid, replaced: true }], now)).toEqual([]);
});

test("current applications are those that somebody still works on", () => {
  const all = ["pending", "processing", "accepted", "refused", "to complete", "cancelled"] as const;
  expect(all.filter(isCurrentApplication)).toEqual(["pending", "processing", "to complete"]);
});
