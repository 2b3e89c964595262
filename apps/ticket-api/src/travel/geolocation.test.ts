import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { planScheduledJobs } from "../jobs/scheduled-jobs.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";

let shop: Shop;
let person: TestPerson;
beforeAll(async () => {
  const articles = [testArticle({ id: "single", price: 0 })];
  shop = await openTestShop({ packs: ["north", "south"].map((id) => testPack({ id, articles })) });
});
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
});
afterAll(() => shop.close());

async function punched(): Promise<string> {
  await shop.api.call("placeOrder", orderOf(person, 0), { token: person.token, idempotencyKey: crypto.randomUUID() });
  const [ticket] = (await shop.api.call("tickets", {}, { token: person.token })).body.items;
  const used = await shop.api.call("punchTicket", { ticketId: ticket?.ticketId ?? "" }, { token: person.token });
  return used.body.use.useId;
}
const agree = (agreed: boolean, token = person.token) => shop.api.call("agreeToGeolocation", { agreed }, { token });
const send = (useId: string, token = person.token, network = "north") =>
  shop.api.call("sendGeolocation", { useId, latitude: 49.89, longitude: 2.29, accuracy: 12.4 }, { token, network });
const readPositions = async () => (await shop.api.call("getGeolocation", {}, { token: person.token })).body;

// covers §7: POST Intelligence/sendGeolocation.json
test("a ticket is used without a position; nothing is stored without consent", async () => {
  const useId = await punched();
  expect(await readPositions()).toMatchObject({ agreed: null, items: [] });
  expect((await send(useId)).body.error?.code).toBe("GEOLOCATION_NOT_AGREED");
  await agree(false);
  expect((await send(useId)).body.error?.code).toBe("GEOLOCATION_NOT_AGREED");
  expect(await readPositions()).toMatchObject({ agreed: false, items: [] });
});

// covers §7: POST Intelligence/sendGeolocation.json
test("the position of a validation is stored for thirty days, once, then deleted automatically", async () => {
  await planScheduledJobs(shop.api.deps);
  await shop.api.work.drain();
  const useId = await punched();
  await agree(true);
  const until = new Date(shop.api.clock.now().getTime() + 30 * 86_400_000);
  const sent = await send(useId);
  expect(Math.abs(Date.parse(sent.body.keptUntil) - until.getTime())).toBeLessThan(60_000);
  expect((await send(useId)).body.keptUntil).toBe(sent.body.keptUntil);
  expect((await readPositions()).items).toMatchObject([{ useId, latitude: 49.89, longitude: 2.29 }]);
  await shop.pass(29 * 86_400_000);
  expect((await readPositions()).items).toHaveLength(1);
  await shop.pass(2 * 86_400_000);
  expect((await readPositions()).items).toEqual([]);
});

// covers §7: POST Intelligence/sendGeolocation.json
test("withdrawing consent deletes the stored positions", async () => {
  const useId = await punched();
  await agree(true);
  await send(useId);
  await agree(false);
  expect(await readPositions()).toMatchObject({ agreed: false, items: [] });
});

test("nobody sends a position for another's validation, in this network or another", async () => {
  const useId = await punched();
  const stranger = await testPerson(shop.api.deps);
  const southern = await testPerson(shop.api.deps, { network: "south" });
  await agree(true, stranger.token);
  await shop.api.call("agreeToGeolocation", { agreed: true }, { token: southern.token, network: "south" });
  expect((await send(useId, stranger.token)).body.error?.code).toBe("NOT_FOUND");
  expect((await send(useId, southern.token, "south")).body.error?.code).toBe("NOT_FOUND");
  await agree(true);
  expect((await send("nothing")).body.error?.code).toBe("NOT_FOUND");
});
