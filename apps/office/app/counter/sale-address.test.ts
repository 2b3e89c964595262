import { describe, expect, it } from "vitest";
import {
  draftIn,
  forTraveller,
  orderLines,
  othersOf,
  peopleOf,
  queryOf,
  type SaleDraft,
  withCustomer,
  withLine,
  withoutLine,
} from "./sale-address.ts";

const single = {
  productId: "single",
  support: "DEMATERIALIZED" as const,
  quantity: 2,
  startingAt: null,
  options: [],
  traveller: null,
  cardId: null,
};
const week = {
  ...single,
  productId: "week",
  quantity: 1,
  startingAt: "2026-11-30T00:00:00Z",
  options: ["bike"],
  traveller: "t2",
  cardId: "c2",
};
const draft: SaleDraft = {
  key: "0123-4567",
  lines: [single, week],
  travellerId: "t1",
  cardId: "new",
  vouchers: ["SPRING 5~"],
};

describe("a sale in an address", () => {
  it("is read as it was written", () => {
    expect(draftIn(new URLSearchParams(queryOf(draft).toString()))).toEqual(draft);
    expect(draftIn(new URLSearchParams())).toEqual({
      key: null,
      lines: [],
      travellerId: null,
      cardId: null,
      vouchers: [],
    });
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
    expect(orderLines(draft, [{}, { plate: "AA-123-AA" }])).toEqual([
      { productId: "single", support: "DEMATERIALIZED", quantity: 2 },
      {
        ...{ productId: "week", support: "DEMATERIALIZED", quantity: 1, startingAt: "2026-11-30T00:00:00Z" },
        ...{ customerId: "t2", mediaId: "c2" },
        ...{ optionLines: [{ productId: "bike", quantity: 1 }], fields: { plate: "AA-123-AA" } },
      },
    ]);
  });

  it("numbers people without an account: the first has every line that is nobody else's, and an account's travellers end with it", () => {
    const lines = [single, { ...single, traveller: "3" }, { ...single, traveller: "2" }];
    const anonymous = { ...draft, travellerId: null, lines };
    expect([peopleOf(anonymous), peopleOf(anonymous, "with-next")]).toEqual([
      ["1", "2", "3"],
      ["1", "2", "3", "4"],
    ]);
    expect(othersOf(anonymous)).toEqual([
      { person: "2", lines: [2] },
      { person: "3", lines: [1] },
    ]);
    expect(othersOf(draft)).toEqual([]);
    expect(withCustomer(draft, null).lines[1]).toMatchObject({ traveller: null, cardId: null });
    expect(forTraveller(draft, 1, { traveller: "t3", cardId: "c2" }).lines[1]).toMatchObject({
      traveller: "t3",
      cardId: null,
    });
  });
});
