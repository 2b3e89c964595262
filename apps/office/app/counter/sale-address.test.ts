import { describe, expect, it } from "vitest";
import { draftIn, orderLines, queryOf, type SaleDraft, withLine, withoutLine } from "./sale-address.ts";

const single = { productId: "single", support: "DEMATERIALIZED" as const, quantity: 2, startingAt: null, options: [] };
const week = { ...single, productId: "week", quantity: 1, startingAt: "2026-11-30T00:00:00Z", options: ["bike"] };
const draft: SaleDraft = { key: "0123-4567", lines: [single, week], travellerId: "t1", cardId: "new" };

describe("a sale in an address", () => {
  it("is read as it was written", () => {
    expect(draftIn(new URLSearchParams(queryOf(draft).toString()))).toEqual(draft);
    expect(draftIn(new URLSearchParams())).toEqual({ key: null, lines: [], travellerId: null, cardId: null });
  });

  it.each([
    "",
    "single",
    "single~PHONE~1~",
    "single~MEDIA~0~",
    "single~MEDIA~1~tomorrow",
    "a b~MEDIA~1~",
    "x~MEDIA~1~~a b",
  ])("leaves out what is no line: %s", (line) => expect(draftIn(new URLSearchParams({ line })).lines).toEqual([]));

  it("has one line for the same article in the same way, and keeps its key", () => {
    const more = withLine(draft, { ...single, quantity: 3 }, () => "another-key");
    expect(more).toEqual({ ...draft, lines: [{ ...single, quantity: 5 }, week] });
    const first = withLine({ ...draft, key: null, lines: [] }, single, () => "a-new-key");
    expect(first).toMatchObject({ key: "a-new-key", lines: [single] });
  });

  it("loses one line at a time", () => {
    expect(withoutLine(draft, 0).lines).toEqual([week]);
  });

  it("becomes the lines of an order, with what was typed for each", () => {
    expect(orderLines(draft.lines, [{}, { plate: "AA-123-AA" }])).toEqual([
      { productId: "single", support: "DEMATERIALIZED", quantity: 2 },
      {
        ...{ productId: "week", support: "DEMATERIALIZED", quantity: 1, startingAt: "2026-11-30T00:00:00Z" },
        ...{ optionLines: [{ productId: "bike", quantity: 1 }], fields: { plate: "AA-123-AA" } },
      },
    ]);
  });
});
