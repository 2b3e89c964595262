import { expect, test } from "vitest";
import { emptyTunnel, parseTunnel, type TunnelState } from "./tunnel-state.ts";

const whole: TunnelState = {
  passengers: [
    { id: "lou", media: "new" },
    { id: "noe", media: null },
  ],
  media: "physical",
  selectedMedia: { shopItemId: "card", support: "SHIPPING" },
  ready: true,
  passes: { lou: { shopItemId: "year-school", day: null } },
  ownerId: "ana",
};

// covers §3: tunnel state
test("a stored state is read back unchanged", () => {
  expect(parseTunnel(JSON.stringify(whole))).toEqual(whole);
});

test.each([null, "", "{", "[]", "7", '"x"', '{"passengers":"x","passes":[1]}', '{"passengers":[{"media":"new"}]}'])(
  "%j is read as empty",
  (stored) => {
    expect(parseTunnel(stored)).toEqual(emptyTunnel);
  },
);

test("a support without a card and an unknown medium are ignored", () => {
  const odd = { ...whole, media: "paper", selectedMedia: { shopItemId: "card", support: "MEDIA" } };
  expect(parseTunnel(JSON.stringify(odd))).toEqual({ ...whole, media: null, selectedMedia: null });
});
