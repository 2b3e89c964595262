import { signVignette } from "@guichet/ticket-code/vignette.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { saveVignette, withdrawVignette } from "./vignette-store.ts";

let shop: Shop;
let person: TestPerson;
let ticketId: string;
const bus = { stickerId: "BUS42", kind: "vehicle" as const, name: "Bus 42", stopId: null, line: "A" };
beforeAll(async () => {
  const articles = [testArticle({ id: "carnet", price: 0, trips: 9, validity: { from: "purchase", duration: "P1Y" } })];
  shop = await openTestShop({ packs: ["north", "south"].map((id) => testPack({ id, articles })) });
  const { db, clock } = shop.api.deps;
  await saveVignette(db, "north", bus, clock.iso());
  await saveVignette(db, "north", { ...bus, stickerId: "GONE1" }, clock.iso());
  await withdrawVignette(db, "north", "GONE1", clock.iso());
  await saveVignette(db, "south", { ...bus, stickerId: "SOUTH" }, clock.iso());
  person = await testPerson(shop.api.deps);
  await shop.api.call("placeOrder", orderOf(person, 0, { productId: "carnet" }), {
    token: person.token,
    idempotencyKey: crypto.randomUUID(),
  });
  ticketId = (await shop.api.call("tickets", {}, { token: person.token })).body.items[0]?.ticketId ?? "";
});
afterAll(() => shop.close());

const signed = (stickerId: string, network = "north") =>
  signVignette({ network, stickerId }, shop.api.deps.keys.ticketKey());
const decode = async (encodedPayload: string) => (await shop.api.call("decodeVignette", { encodedPayload })).body;
const punch = async (values: Record<string, unknown>) =>
  (await shop.api.call("punchTicket", { ticketId, ...values }, { token: person.token })).body;

// covers §7: POST Vignette/decode, GET Vignette/sticker
test("a vignette's code, or the address that contains it, identifies its location", async () => {
  expect((await decode(signed("BUS42"))).vignette).toEqual(bus);
  expect((await decode(`https://shop.example/account/wallet?vignette=${signed("BUS42")}`)).vignette).toEqual(bus);
});

// covers §7: POST Vignette/decode, GET Vignette/sticker
test("a code that is unsigned, changed, or of another network is invalid", async () => {
  const changed = signed("BUS42").replace("BUS42", "BUS43");
  for (const text of [changed, signed("SOUTH", "south"), "1.north.BUS42.AAAA.xyz", "hello", `${signed("BUS42")}.x`])
    expect((await decode(text)).error?.code, text).toBe("VIGNETTE_INVALID");
  expect((await decode(signed("GONE1"))).error?.code).toBe("VIGNETTE_UNKNOWN");
});

// covers §7: POST Vignette/decode, GET Vignette/sticker
test("a sticker is found by its number in any format, in its own network", async () => {
  const numbered = async (stickerId: string) => (await shop.api.call("sticker", { stickerId })).body;
  expect((await numbered("bus-42")).vignette).toEqual(bus);
  for (const unknown of ["GONE1", "SOUTH", "NONE"])
    expect((await numbered(unknown)).error?.code, unknown).toBe("VIGNETTE_UNKNOWN");
});

test("a punch by code or by number records its location; a wrong one uses no trip", async () => {
  const place = { stickerId: "BUS42", kind: "vehicle", name: "Bus 42", line: "A" };
  expect((await punch({ vignette: signed("BUS42") })).use.place).toEqual(place);
  expect((await punch({ stickerId: "BUS42" })).use.place).toEqual(place);
  expect((await punch({ vignette: "nothing" })).error?.code).toBe("VIGNETTE_INVALID");
  expect((await punch({ stickerId: "GONE1" })).error?.code).toBe("VIGNETTE_UNKNOWN");
  const left = await sql<{ left: number }>`select trips_left as left from ticket where id = ${ticketId}`.execute(
    shop.api.deps.db,
  );
  expect(left.rows[0]?.left).toBe(7);
});
