import { expect, test } from "vitest";
import { batchOf, emptyBatch, type TypedBatch } from "./typed-batch.ts";

const whole: TypedBatch = {
  ...emptyBatch("2026-11-01"),
  ...{ name: "Autumn", count: "100", amount: "2,50", validUntil: "2026-12-31" },
};

test("what was typed is read with its amounts in minor units; empty fields are left out", () => {
  expect(batchOf(whole, "EUR")).toEqual({
    ok: true,
    value: {
      ...{ name: "Autumn", prefix: "", count: 100, articles: [], combinable: false, limit: 1 },
      ...{ validFrom: "2026-11-01", validUntil: "2026-12-31", amount: { amount: 250, currency: "EUR" } },
    },
  });
  expect(
    batchOf({ ...whole, kind: "percent", percent: "20", minimumAmount: "10", limitPerAccount: "1" }, "EUR"),
  ).toEqual({
    ok: true,
    value: expect.objectContaining({
      ...{ percent: 20, minimumAmount: { amount: 1000, currency: "EUR" }, limitPerAccount: 1 },
    }),
  });
});

test.each<[Partial<TypedBatch>, string, string]>([
  [{ name: "" }, "FIELD_REQUIRED", "name"],
  [{ prefix: "A-B" }, "FIELD_INVALID", "prefix"],
  [{ count: "" }, "FIELD_REQUIRED", "count"],
  [{ count: "10001" }, "FIELD_INVALID", "count"],
  [{ amount: "" }, "FIELD_REQUIRED", "amount"],
  [{ amount: "2,505" }, "FIELD_INVALID", "amount"],
  [{ kind: "percent", percent: "101" }, "FIELD_INVALID", "percent"],
  [{ minimumAmount: "ten" }, "FIELD_INVALID", "minimumAmount"],
  [{ validFrom: "2026-02-30" }, "FIELD_INVALID", "validFrom"],
  [{ validUntil: "2026-10-31" }, "FIELD_INVALID", "validUntil"],
  [{ limit: "0" }, "FIELD_INVALID", "limit"],
  [{ limitPerAccount: "1.5" }, "FIELD_INVALID", "limitPerAccount"],
])("%j is %s: %s", (more, code, field) => {
  expect(batchOf({ ...whole, ...more }, "EUR")).toMatchObject({ ok: false, code, details: { field } });
});
