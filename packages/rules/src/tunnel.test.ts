import fc from "fast-check";
import { expect, test } from "vitest";
import {
  allowedTunnelStep,
  choosePassengers,
  isOnlyPhysical,
  passengerMedia,
  proposeMedia,
  stepAfterMedia,
  type Tunnel,
  tunnelSteps,
} from "./tunnel.ts";

const empty: Tunnel = { passengers: [], media: null, selectedMedia: null, ready: false };
const cards = [
  { id: "c1", travellerId: "ana", isUsable: true },
  { id: "c2", travellerId: "bo", isUsable: false },
];
const pairing = { pairing: true };
const chosen = { shopItemId: "card", support: "SHIPPING" as const };

test.each([
  ["ana", "VALID_MEDIA"],
  ["bo", "NO_VALID_MEDIA"],
  ["cy", "NO_VALID_MEDIA"],
])("%s has %s: an expired or blocked card does not count", (id, media) => {
  expect(passengerMedia(cards, id)).toBe(media);
});

// covers §2: tunnel: physical support only, a valid card skips to the selection
test("a catalogue without articles for the phone sets the media; any other asks", () => {
  expect(isOnlyPhysical([{ supports: ["MEDIA"] }, { supports: ["SHIPPING"] }])).toBe(true);
  expect(isOnlyPhysical([{ supports: ["MEDIA", "DEMATERIALIZED"] }])).toBe(false);
  const tunnel = choosePassengers(empty, ["ana"], cards);
  expect(proposeMedia(tunnel, cards, true).media).toBe("physical");
  expect(proposeMedia(tunnel, cards, false).media).toBe(null);
});

// covers §2: tunnel: physical support only, a valid card skips to the selection
test("with the first passenger's card the passes follow, otherwise the new card; passengers without one come first", () => {
  const withCards = (...ids: string[]) => proposeMedia(choosePassengers(empty, ids, cards), cards, true);
  expect(stepAfterMedia(withCards("ana"))).toBe("selection");
  expect(stepAfterMedia(withCards("bo"))).toBe("card");
  const both = withCards("ana", "bo");
  expect(both.passengers.map(({ id }) => id)).toEqual(["bo", "ana"]);
  expect(both.passengers.map(({ media }) => media)).toEqual(["new", "c1"]);
  expect(stepAfterMedia(both)).toBe("card");
});

const physical = proposeMedia(choosePassengers(empty, ["bo"], cards), cards, true);
test.each([
  ["media", empty, "passengers"],
  ["selection", empty, "passengers"],
  ["media", physical, "media"],
  ["card", { ...physical, media: null }, "media"],
  ["card", physical, "card"],
  ["profiles", physical, "card"],
  ["selection", physical, "card"],
  ["selection", { ...physical, selectedMedia: chosen }, "profiles"],
  ["selection", { ...physical, selectedMedia: chosen, ready: true }, "selection"],
  ["card", { ...physical, media: "dematerialised" }, "selection"],
  ["association", physical, "association"],
] as const)("a request for %s is redirected to the first unfinished step", (asked, tunnel, stands) => {
  expect(allowedTunnelStep(asked, tunnel, pairing)).toBe(stands);
});

test("without pairing there is no association", () => {
  expect(allowedTunnelStep("association", physical, { pairing: false })).toBe("media");
});

test("changed passengers are reviewed again, unchanged ones are not", () => {
  const ready = { ...physical, selectedMedia: chosen, ready: true };
  expect(choosePassengers(ready, ["bo"], cards).ready).toBe(true);
  expect(choosePassengers(ready, ["bo", "cy"], cards).ready).toBe(false);
});

// covers §3: tunnel state
test("every redirect is to an allowed step: there is no loop", () => {
  const tunnel = fc.record({
    passengers: fc.array(fc.record({ id: fc.constantFrom("ana", "bo"), media: fc.constantFrom("c1", "new", null) }), {
      maxLength: 2,
    }),
    media: fc.constantFrom("physical" as const, "dematerialised" as const, null),
    selectedMedia: fc.constantFrom(chosen, null),
    ready: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.constantFrom(...tunnelSteps), tunnel, fc.boolean(), (asked, kept, isPairing) => {
      const there = allowedTunnelStep(asked, kept, { pairing: isPairing });
      expect(allowedTunnelStep(there, kept, { pairing: isPairing })).toBe(there);
    }),
  );
});
