import { wrongVouchersPerHour } from "@guichet/contract/limits/cart-limits.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";

let api: TestApi;
beforeAll(async () => {
  const vouchers = ["RIGHT1", "RIGHT2"].map((code) => ({ code, type: "AMOUNT", amount: 50 }));
  api = await openTestApi({ packs: [testPack({ vouchers }), testPack({ id: "south", vouchers })] });
});
afterAll(() => api.close());

let addresses = 0;
let address = "";
beforeEach(() => {
  address = `198.51.100.${++addresses}`;
});

interface LookUpContext {
  token?: string;
  network?: string;
  address?: string;
}
async function lookUp(codes: readonly string[], context: LookUpContext = {}): Promise<(string | undefined)[]> {
  const articles = [{ quantity: 1, productId: "single", support: "DEMATERIALIZED" as const }];
  const { body } = await api.call("verifyOrder", { articles, vouchers: [...codes] }, { address, ...context });
  return body.discounts.map(({ error }) => error?.code);
}
const wrong = (count: number, from = 0) => Array.from({ length: count }, (_, place) => `WRONG-${from + place}`);
const tryEach = async (codes: readonly string[], context: LookUpContext = {}) => {
  for (const code of codes) await lookUp([code], context);
};

// covers §5: guessing vouchers is slowed down: ten wrong codes an hour of an account or address
test("ten wrong codes in an hour limit an address: no further code, right or wrong, is looked up until an hour later", async () => {
  await tryEach(wrong(wrongVouchersPerHour - 1));
  expect(await lookUp(["RIGHT1", "LAST-WRONG"])).toEqual([undefined, "VOUCHER_NOT_FOUND"]);
  expect(await lookUp(["RIGHT2"])).toEqual(["VOUCHER_TRIES_EXCEEDED"]);
  expect(await lookUp(["RIGHT2"], { address: "198.51.100.200" })).toEqual([undefined]);
  expect(await lookUp(["RIGHT2"], { network: "south" })).toEqual([undefined]);
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(61));
  expect(await lookUp(["RIGHT2"])).toEqual([undefined]);
});

// covers §5: guessing vouchers is slowed down: ten wrong codes an hour of an account or address
test("a signed-in customer is limited by account, at any address; others at the same address are not", async () => {
  const [one, other] = [await testPerson(api.deps), await testPerson(api.deps)];
  await tryEach(wrong(wrongVouchersPerHour), { token: one.token });
  expect(await lookUp(["RIGHT1"], { token: one.token, address: "198.51.100.201" })).toEqual(["VOUCHER_TRIES_EXCEEDED"]);
  expect(await lookUp(["RIGHT1"], { token: other.token })).toEqual([undefined]);
  const redeemed = await api.call("redeemVoucher", { code: "RIGHT1" }, { token: one.token, address });
  expect(redeemed.body.error?.code).toBe("VOUCHER_TRIES_EXCEEDED");
});

// covers §5: guessing vouchers is slowed down: ten wrong codes an hour of an account or address
test("verifying a cart again with the same codes does not count, and accepted vouchers stay accepted", async () => {
  for (let time = 0; time < 2 * wrongVouchersPerHour; time += 1) {
    expect(await lookUp(["RIGHT1", "MISTYPED"])).toEqual([undefined, "VOUCHER_NOT_FOUND"]);
  }
  await tryEach(wrong(wrongVouchersPerHour));
  expect(await lookUp(["RIGHT1", "MISTYPED", "RIGHT2"])).toEqual([
    undefined,
    "VOUCHER_NOT_FOUND",
    "VOUCHER_TRIES_EXCEEDED",
  ]);
});

test("right codes never count as attempts", async () => {
  for (let time = 0; time < 3; time += 1) {
    await tryEach(["RIGHT1", "RIGHT2"]);
    api.clock.setOffset(api.clock.offsetMs() + minutesMs(61));
  }
  await tryEach(wrong(wrongVouchersPerHour - 1));
  expect(await lookUp(["RIGHT1", "RIGHT2"])).toEqual([undefined, undefined]);
});

// covers §5: guessing vouchers is slowed down: ten wrong codes an hour of an account or address
test("1,000 concurrent codes get no more than ten look-ups; control: each from its own address is looked up", {
  timeout: 60_000,
}, async () => {
  const lookUpCount = async (from: (place: number) => string) => {
    const attempts = wrong(1_000, 1_000).map((code, place) => lookUp([code], { address: from(place) }));
    return (await Promise.all(attempts)).filter(([code]) => code === "VOUCHER_NOT_FOUND").length;
  };
  const one = address;
  expect(await lookUpCount(() => one)).toBe(wrongVouchersPerHour);
  expect(await lookUpCount((place) => `100.64.${Math.floor(place / 250)}.${place % 250}`)).toBe(1_000);
});
