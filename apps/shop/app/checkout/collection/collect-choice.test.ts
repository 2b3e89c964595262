import { describe, expect, it } from "vitest";
import { choiceOf, collectAt, daysOf, isCollected, needsCollect } from "./collect-choice.ts";

const slot = (startsAt: string, placesLeft = 3) => ({
  slotId: startsAt.replaceAll(/[-:]|\.000/g, ""),
  startsAt,
  endsAt: startsAt,
  placesLeft,
});
const noon = slot("2026-11-24T12:00:00.000Z");
const chosen = choiceOf({ siteId: "gare", label: "Agence Gare" }, noon);
const line = (support: "COLLECT" | "SHIPPING") => ({
  ...{ id: "1", shopItemId: "carnet", quantity: 1, profileId: "u1", optionId: null, mediaId: null },
  ...{ startingAt: null, startMonth: null, fields: {}, support },
});

describe("an order to collect has an agency and a time", () => {
  it("the choice contains the slot with its displayed text", () => {
    expect(chosen).toEqual({
      siteId: "gare",
      slotId: "20261124T120000Z",
      label: "Agence Gare",
      startsAt: "2026-11-24T12:00:00.000Z",
      endsAt: "2026-11-24T12:00:00.000Z",
    });
  });

  it.each([
    ["48 hours before its slot it stands", "2026-11-22T12:00:00.000Z", chosen],
    ["a second later it does not", "2026-11-22T12:00:01.000Z", null],
  ])("%s", (_, now, stands) => {
    expect(collectAt({ collect: chosen }, now)).toEqual(stands);
    expect(needsCollect({ lines: [line("COLLECT")], collect: chosen }, now)).toBe(stands === null);
  });

  it("an order to ship needs neither", () => {
    expect(isCollected({ lines: [line("SHIPPING")] })).toBe(false);
    expect(needsCollect({ lines: [line("SHIPPING")], collect: null }, "2026-11-22T12:00:00.000Z")).toBe(false);
    expect(needsCollect({ lines: [line("COLLECT")], collect: null }, "2026-11-22T12:00:00.000Z")).toBe(true);
  });

  it("slots are grouped by day in the network's time zone, with free places", () => {
    const days = daysOf([slot("2026-11-23T22:30:00.000Z", 0), slot("2026-11-23T23:30:00.000Z"), noon], "Europe/Paris");
    expect(days.map(({ day, slots, free }) => [day, slots.length, free])).toEqual([
      ["2026-11-23", 1, 0],
      ["2026-11-24", 2, 2],
    ]);
  });
});
