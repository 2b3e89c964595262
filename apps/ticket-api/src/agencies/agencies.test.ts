import type { RequestIn } from "@guichet/contract/call.ts";
import type { changeAgency, OfficeAgency } from "@guichet/contract/office/agencies.ts";
import { slotIdOf } from "@guichet/rules/collection-slots.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { exportPack } from "../networks/export.ts";
import { importPack } from "../networks/import.ts";
import { lockOrder } from "../order-records/order-store.ts";
import { bookPlace, placesTaken } from "../order-records/slot-store.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, placeRefusedOrder, type Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { moveCollections } from "./move-collections.ts";

const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "09:00", closes: "12:00" }));
const agencyOf = (id: string, index: number, more: object = {}) => ({
  ...{ id, index, label: `Agence ${id}`, addressRoute: "2 place de la Gare", addressPostalCode: "80000" },
  ...{ addressCity: "Amiens", openingHours: week, slotCapacity: 2, ...more },
});
const articles = [
  testArticle({ id: "carnet", price: 1200, supports: ["COLLECT", "SHIPPING"] }),
  testArticle({ id: "leaflet", price: 0, supports: ["COLLECT"] }),
];
const packOf = (agencies: unknown[]) => testPack({ agencies, articles });
const agencies = [agencyOf("gare", 1), agencyOf("port", 2), agencyOf("large", 3, { slotCapacity: 50 })];

let shop: Shop;
let manager: TestStaff;
let person: TestPerson;
beforeAll(async () => {
  shop = await openTestShop({ packs: [packOf(agencies)] });
  manager = await testStaff(shop.api, { north: ["manager"] }, "Mia Manager");
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  person = await testPerson(shop.api.deps);
  await shop.api.deps.db.transaction().execute((tx) => sql`update orders set status = 'CANCELED'`.execute(tx));
  await sql`delete from unpaid_hold`.execute(shop.api.deps.db);
  await sql`update slot_booking set given_back_at = now()`.execute(shop.api.deps.db);
  await sql`update slot_place set taken = 0`.execute(shop.api.deps.db);
  const { deps } = shop.api;
  expect(await importPack(deps.db, packOf(agencies), deps.clock.iso(), { officeChanges: "replace" })).toMatchObject({
    ok: true,
  });
  deps.networks.forget();
});

/** The clock starts on Friday 20 November, 09:00 UTC; Paris is an hour ahead. */
const [tuesday, wednesday] = ["2026-11-24T08:00:00.000Z", "2026-11-25T08:00:00.000Z"];
const hourAfter = (startsAt: string) => new Date(Date.parse(startsAt) + 3_600_000).toISOString();
const at = (startsAt: string, siteId = "gare") => ({ siteId, slotId: slotIdOf(startsAt) });
const placed = (collect: { siteId: string; slotId: string }, who = person, productId = "carnet") =>
  shop.api.call(
    "placeOrder",
    { ...orderOf(who, productId === "carnet" ? 1200 : 0, { productId, support: "COLLECT" }), collect },
    { token: who.token, idempotencyKey: crypto.randomUUID() },
  );
/** A free order, which is complete at once. */
const promised = async (startsAt: string, siteId = "gare", who = person) =>
  (await placed(at(startsAt, siteId), who, "leaflet")).body.orderId;
const read = async (agencyId = "gare") =>
  (await shop.api.call("getAgency", { agencyId }, { token: manager.token })).body;
type Change = RequestIn<typeof changeAgency>;
const change = ({ agencyId, version, details }: OfficeAgency, more: Partial<Change> = {}, by = manager) =>
  shop.api.call(
    "changeAgency",
    { agencyId, version, details, isClosed: false, reason: "Works in the street", ...more },
    { token: by.token },
  );
const preview = async ({ agencyId, details }: OfficeAgency, more: Partial<Change> & { targetId?: string } = {}) =>
  (
    await shop.api.call(
      "previewAgencyChange",
      { agencyId, details, isClosed: false, ...more },
      { token: manager.token },
    )
  ).body;
const closedOn = (agency: OfficeAgency, ...days: string[]) => ({ ...agency.details, closedOn: days });
const collectOf = async (orderId: string, who = person) =>
  (await shop.api.call("getOrders", { orderId }, { token: who.token })).body.items[0]?.collect;
const slotsOf = async (siteId = "gare") =>
  (await shop.api.call("collectSlots", { siteId })).body.slots?.map(({ startsAt }) => startsAt) ?? [];
const taken = async (startsAt: string, siteId = "gare") =>
  (await placesTaken(shop.api.deps.db, "north", siteId, [{ startsAt, endsAt: startsAt }])).get(startsAt) ?? 0;
const mailsTo = async (email: string): Promise<{ template: string; language: string; contents: object }[]> =>
  (
    await sql<{ template: string; language: string; contents: object }>`select template, language, contents from mail
      where recipient = ${email} order by created_at`.execute(shop.api.deps.db)
  ).rows;
const versionOf = async () => (await shop.api.call("getNetworkConfiguration", { id: "north" })).body.network.version;

// covers: the staff see every agency with what waits there
test("the list has every agency with what waits there, also for an agent, who changes nothing", async () => {
  const agent = await testStaff(shop.api, { north: ["agent"] });
  const [first, second] = [await promised(tuesday), await promised(tuesday)];
  await shop.api.call("beginPreparation", { orderId: first, support: "COLLECT" }, { token: agent.token });
  const { body } = await shop.api.call("listAgencies", {}, { token: agent.token });
  expect(body.agencies.map(({ agencyId, work }) => [agencyId, work.toPrepare, work.ready, work.openDrawers])).toEqual([
    ["gare", 1, 1, 0],
    ["port", 0, 0, 0],
    ["large", 0, 0, 0],
  ]);
  expect(body.agencies[0]).toMatchObject({ isOpenNow: true, closedAt: null, changedAt: null });
  expect(await collectOf(second)).toMatchObject(at(tuesday));
  const { agency } = await read();
  expect((await change(agency, {}, agent)).body.error).toMatchObject({ code: "ROLE_NOT_ALLOWED" });
});

// covers: the staff change an agency's hours, days, slots and services, and the shop follows
test("a change is in the shop at once, and in the audit log with what was before and after", async () => {
  const before = await versionOf();
  const { agency } = await read();
  const openingHours = [{ weekday: 2, opens: "14:00", closes: "16:00" }];
  const details = {
    ...agency.details,
    openingHours,
    specialHours: [{ day: "2026-11-26", opens: "08:00", closes: "09:00" }],
  };
  const { body } = await change(agency, { details });
  expect(body).toMatchObject({ moved: 0, agency: { version: agency.version + 1, changedBy: "Mia Manager" } });
  expect(await versionOf()).not.toBe(before);
  const sites = (await shop.api.call("collectSites", { id: "gare" })).body.sites;
  expect(sites[0]?.openingHours).toEqual(openingHours);
  expect(await slotsOf()).toEqual([
    ...["2026-11-24T13:00:00.000Z", "2026-11-24T14:00:00.000Z", "2026-11-26T07:00:00.000Z"],
    ...["2026-12-01T13:00:00.000Z", "2026-12-01T14:00:00.000Z"],
  ]);
  const { history } = await read();
  expect(history[0]).toMatchObject({ act: "agency.change", by: "Mia Manager", reason: "Works in the street" });
  expect(history[0]?.changes).toEqual([
    { field: "opening-hours", before: expect.stringContaining("1 09:00-12:00"), after: "2 14:00-16:00" },
    { field: "special-hours", before: null, after: "2026-11-26 08:00-09:00" },
  ]);
  const admin = await testStaff(shop.api, { north: ["admin"] });
  const log = (await shop.api.call("listAuditLog", { kind: "agency" }, { token: admin.token })).body.items;
  expect(log[0]).toMatchObject({ subjectId: "gare", subject: "Agence gare", changes: history[0]?.changes });
  // An agency without collections is offered no longer.
  const now = (await read()).agency;
  expect((await change(now, { details: { ...now.details, services: ["COUNTER"] } })).http).toBe(200);
  expect((await shop.api.call("collectSites", { id: "gare" })).http).toBe(404);
});

test("an agency that contradicts itself is refused with its field", async () => {
  const { agency } = await read();
  const details = { ...agency.details, openingHours: [{ weekday: 1, opens: "12:00", closes: "09:00" }] };
  expect((await change(agency, { details })).body.error).toMatchObject({ details: { field: "openingHours" } });
  expect((await change({ ...agency, agencyId: "nowhere" })).http).toBe(404);
});

// covers: closing an agency moves what was promised there, with an e-mail to each customer
test("a day with promises closes only with a new slot for each; they are moved, and their customers are told", async () => {
  const [first, unpaid] = [await promised(tuesday), await placed(at(tuesday))];
  const other = await promised(wednesday);
  const { agency } = await read();
  const details = closedOn(agency, "2026-11-24");
  expect((await change(agency, { details })).body.error?.details).toMatchObject({ reason: "promises" });
  const shown = await preview(agency, { details });
  expect(shown.promises).toMatchObject([
    { orderId: expect.any(String), collect: { startsAt: tuesday }, proposal: at(wednesday) },
    { collect: { startsAt: tuesday }, proposal: at("2026-11-25T09:00:00.000Z") },
  ]);
  expect(shown.promises.map(({ state }) => state).sort()).toEqual(["to-prepare", "unpaid"]);
  expect(shown.agencies.map(({ agencyId }) => agencyId)).toEqual(["gare", "port", "large"]);
  const moves = [
    { orderId: first, ...at(wednesday) },
    { orderId: unpaid.body.orderId, ...at(wednesday, "port") },
  ];
  // One promise left out, or one too many: nothing happens.
  for (const wrong of [moves.slice(1), [...moves, { orderId: other, ...at(wednesday) }]])
    expect((await change(agency, { details, moves: wrong })).body.error?.details).toMatchObject({ reason: "promises" });
  expect((await change(agency, { details, moves })).body).toMatchObject({ moved: 2 });
  expect(await collectOf(first)).toMatchObject({ ...at(wednesday), startsAt: wednesday, endsAt: hourAfter(wednesday) });
  expect(await collectOf(unpaid.body.orderId)).toMatchObject({ ...at(wednesday, "port"), label: "Agence port" });
  expect([await taken(tuesday), await taken(wednesday), await taken(wednesday, "port")]).toEqual([0, 2, 1]);
  expect((await slotsOf()).filter((startsAt) => startsAt.startsWith("2026-11-24"))).toEqual([]);
  // Sent twice, it happens once.
  expect((await change(agency, { details, moves })).body).toMatchObject({ moved: 0 });
  const mails = (await mailsTo(person.email)).filter(({ template }) => template === "collect-moved");
  expect(mails).toHaveLength(2);
  expect(mails[0]).toMatchObject({ language: "fr", contents: { before: { startsAt: tuesday } } });
  const staffOrder = (await shop.api.call("officeOrder", { orderId: first }, { token: manager.token })).body.order;
  expect(staffOrder.history.map(({ event }) => event)).toContain("collection-moved");
  await shop.pay(unpaid.body.paymentUrl);
  await shop.api.call("acknowledgePayment", { orderId: unpaid.body.orderId }, { token: person.token });
  expect(await collectOf(unpaid.body.orderId)).toMatchObject(at(wednesday, "port"));
});

test("a new slot must exist, have a place, and not be before the promise", async () => {
  const orderId = await promised(tuesday);
  for (const who of [await testPerson(shop.api.deps), await testPerson(shop.api.deps)])
    await promised(wednesday, "port", who);
  const { agency } = await read();
  const details = closedOn(agency, "2026-11-24");
  const slots = [at(tuesday), at("2026-11-23T08:00:00.000Z"), at("2026-11-25T08:30:00.000Z"), at(wednesday, "port")];
  for (const collect of [...slots, at(wednesday, "nowhere")]) {
    const refused = (await change(agency, { details, moves: [{ orderId, ...collect }] })).body.error;
    expect(refused?.details).toMatchObject({ reason: "full", orderId });
  }
  expect(await collectOf(orderId)).toMatchObject(at(tuesday));
  expect((await read()).agency.version).toBe(agency.version);
});

// covers: of two managers who change one agency, the second is refused and sees what changed
test("of two changes of one version, the second is refused, and nothing of it happens", async () => {
  const { agency } = await read();
  const second = await testStaff(shop.api, { north: ["manager"] });
  const outcomes = await Promise.all([
    change(agency, { details: { ...agency.details, label: "Gare nord" } }),
    change(agency, { details: { ...agency.details, label: "Gare sud" } }, second),
  ]);
  expect(outcomes.map(({ http }) => http).sort()).toEqual([200, 409]);
  const refused = outcomes.find(({ http }) => http === 409);
  expect(refused?.body.error?.details).toEqual({ reason: "changed" });
  const now = await read();
  expect(now.agency.version).toBe(agency.version + 1);
  expect(now.history).toHaveLength((await read()).history.length);
});

test("an agency closes for good once everything that waits there is at another one, and can be opened again", async () => {
  const orderId = await promised(tuesday);
  await shop.api.call("beginPreparation", { orderId, support: "COLLECT" }, { token: manager.token });
  const { agency } = await read();
  const shown = await preview(agency, { isClosed: true });
  expect(shown.targetId).toBe("port");
  expect(shown.promises).toMatchObject([{ orderId, state: "ready", proposal: at(tuesday, "port") }]);
  const own = [{ orderId, ...at(wednesday) }];
  expect((await change(agency, { isClosed: true, moves: own })).body.error?.details).toMatchObject({ reason: "full" });
  const moves = [{ orderId, ...at(wednesday, "large") }];
  const { body } = await change(agency, { isClosed: true, moves });
  expect(body.agency.closedAt).not.toBeNull();
  expect((await shop.api.call("collectSlots", { siteId: "gare" })).http).toBe(404);
  expect((await placed(at(tuesday))).body.error).toMatchObject({ code: "COLLECT_AGENCY_REQUIRED" });
  expect((await change(body.agency)).body.agency.closedAt).toBeNull();
  expect(await slotsOf()).toContain(tuesday);
  expect((await read()).history.slice(0, 2).map(({ act }) => act)).toEqual(["agency.reopen", "agency.close"]);
});

// covers: the staff move the collection of one order as its customer asked
test("a customer who asks gets another slot, as soon as the order is ready, once and only if the page was right", async () => {
  const agent = await testStaff(shop.api, { north: ["agent"] });
  const orderId = await promised(wednesday);
  const slots = async (more: { agencyId?: string } = {}) =>
    (await shop.api.call("listCollectionSlots", { orderId, ...more }, { token: agent.token })).body;
  const here = await slots();
  expect(here).toMatchObject({ agencyId: "gare", collect: at(wednesday) });
  // Earlier than it was promised, 48 hours after the order.
  expect(here.slots[0]).toMatchObject({ siteId: "gare", startsAt: "2026-11-22T10:00:00.000Z", placesLeft: 2 });
  expect(here.slots.map(({ startsAt }) => startsAt)).not.toContain(wednesday);
  expect((await slots({ agencyId: "port" })).slots[0]).toMatchObject({ siteId: "port", label: "Agence port" });
  const move = (seen: { siteId: string; slotId: string }, collect: { siteId: string; slotId: string }) =>
    shop.api.call("moveCollection", { orderId, seen, collect, reason: "Asked by phone" }, { token: agent.token });
  const tooEarly = at("2026-11-21T08:00:00.000Z");
  expect((await move(at(wednesday), tooEarly)).body.error?.details).toMatchObject({ reason: "full" });
  expect((await move(at(tuesday), at(tuesday, "port"))).body.error?.details).toEqual({ reason: "changed" });
  for (const _twice of [1, 2])
    expect((await move(at(wednesday), at(tuesday))).body.collect).toMatchObject({ ...at(tuesday), startsAt: tuesday });
  expect([await taken(tuesday), await taken(wednesday)]).toEqual([1, 0]);
  const mails = (await mailsTo(person.email)).filter(({ template }) => template === "collect-moved");
  expect(mails).toMatchObject([{ contents: { isRequested: true, collect: { startsAt: tuesday } } }]);
  for (const call of ["beginPreparation", "finishPreparation"] as const)
    await shop.api.call(call, { orderId, support: "COLLECT" }, { token: agent.token });
  expect((await move(at(tuesday), at(wednesday))).body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
  expect((await shop.api.call("listCollectionSlots", { orderId }, { token: agent.token })).http).toBe(409);
});

test("what an import left promised at a closed time is counted, and moved without another change", async () => {
  const { deps } = shop.api;
  const orderId = await promised(tuesday);
  const closed = packOf([agencyOf("gare", 1, { closedOn: ["11-24"] }), ...agencies.slice(1)]);
  expect(await importPack(deps.db, closed, deps.clock.iso())).toMatchObject({ ok: true });
  const { agency, toMove } = await read();
  expect(toMove).toBe(1);
  expect((await change(agency, { moves: [{ orderId, ...at(wednesday) }] })).body).toMatchObject({ moved: 1 });
  expect(await read()).toMatchObject({ toMove: 0, agency: { version: agency.version } });
});

test("a refused order is not paid again for a time that was closed meanwhile", async () => {
  const values = { ...orderOf(person, 1200, { productId: "carnet", support: "COLLECT" }), collect: at(tuesday) };
  await placeRefusedOrder(shop, person, values);
  const { agency } = await read();
  expect((await change(agency, { details: closedOn(agency, "2026-11-24") })).http).toBe(200);
  expect((await placed(at(tuesday))).body.error).toMatchObject({ code: "COLLECT_SLOT_FULL" });
  expect((await placed(at(wednesday))).body.orderStatus).toBe("PROCESSING");
});

// covers: capacity is respected when the staff move collections while customers order
test("orders of one plan take each other's places in full slots, in any sequence", async () => {
  const { deps } = shop.api;
  const full = await Promise.all([tuesday, tuesday, wednesday, wednesday].map((day) => promised(day)));
  const moves = full.map((orderId, index) => ({ orderId, ...at(index < 2 ? wednesday : tuesday) }));
  const network = (await deps.networks.get("north")) ?? expect.fail("there is no network");
  const by = { network, staffId: manager.staffId, reason: "Exchanged", cause: "request" as const };
  const exchanged = await deps.db.transaction().execute(async (tx) => {
    const orders = [];
    for (const orderId of full) orders.push((await lockOrder(tx, orderId)) ?? expect.fail("an order is missing"));
    return moveCollections(tx, deps, orders, moves, by);
  });
  expect(exchanged).toEqual({ ok: true, value: 4 });
  expect([await taken(tuesday), await taken(wednesday)]).toEqual([2, 2]);
  expect(await Promise.all(full.map((orderId) => collectOf(orderId)))).toMatchObject(
    moves.map(({ orderId: _, ...to }) => to),
  );
});

test("a move and customers who want the same last places never get more than there are; control: a count that is read first does", async () => {
  const orderId = await promised(tuesday);
  const people = await Promise.all(Array.from({ length: 4 }, () => testPerson(shop.api.deps)));
  const { agency } = await read();
  const moves = [{ orderId, ...at(wednesday) }];
  const [closing, ...orders] = await Promise.all([
    change(agency, { details: closedOn(agency, "2026-11-24"), moves }),
    ...people.map((who) => placed(at(wednesday), who)),
  ]);
  const booked = orders.filter(({ body }) => body.orderStatus === "PROCESSING").length + (closing.http === 200 ? 1 : 0);
  expect(booked).toBe(2);
  expect(await taken(wednesday)).toBe(2);
  if (closing.http !== 200) expect(await collectOf(orderId)).toMatchObject(at(tuesday));

  const slot = "2026-11-26T08:00:00.000Z";
  const counts = await Promise.all([1, 2, 3].map(() => taken(slot)));
  for (const count of counts.filter((one) => one < 2))
    await sql`insert into slot_place (network_id, agency_id, starts_at, taken, capacity)
      values ('north', 'gare', ${slot}, ${count + 1}, 50)
      on conflict (network_id, agency_id, starts_at) do update set taken = slot_place.taken + 1`.execute(
      shop.api.deps.db,
    );
  expect(await taken(slot)).toBe(3);
});

test("no order is promised a time that closes at that moment; control: its place alone could be booked", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => testPerson(shop.api.deps)));
  const { agency } = await read("large");
  const [closing, ...orders] = await Promise.all([
    change(agency, { details: closedOn(agency, "2026-11-24") }),
    ...people.map((who) => placed(at(tuesday, "large"), who)),
  ]);
  const promises = orders.filter(({ body }) => body.orderStatus === "PROCESSING").length;
  if (closing.http === 200) expect(promises).toBe(0);
  else expect([closing.body.error?.details, promises > 0]).toEqual([{ reason: "promises" }, true]);

  const port = (await read("port")).agency;
  const orderId = await promised(wednesday, "port");
  expect((await change(port, { details: closedOn(port, "2026-11-24") })).http).toBe(200);
  expect((await placed(at(tuesday, "port"))).body.error).toMatchObject({ code: "COLLECT_SLOT_FULL" });
  const booking = { networkId: "north", orderId, agencyId: "port", startsAt: tuesday, endsAt: hourAfter(tuesday) };
  expect(await shop.api.deps.db.transaction().execute((tx) => bookPlace(tx, booking))).toBe("taken");
});

// covers: an agency is added in the office, once by a form that is sent twice
test("an agency is added once, under an id made of its name, and is offered in the shop", async () => {
  const { agency } = await read();
  const details = { ...agency.details, label: "Agence de l’Île" };
  const key = crypto.randomUUID();
  const add = (idempotencyKey: string) =>
    shop.api.call("addAgency", { details }, { token: manager.token, idempotencyKey });
  const ids = [await add(key), await add(key), await add(crypto.randomUUID())].map(({ body }) => body.agencyId);
  expect(ids).toEqual(["agence-de-l-ile", "agence-de-l-ile", "agence-de-l-ile-2"]);
  expect(await slotsOf("agence-de-l-ile")).toContain(tuesday);
});

// covers: an import does not silently undo what the office changed of an agency
test("an export has what the office changed; an older pack is refused unless it says what becomes of it", async () => {
  const { deps } = shop.api;
  const older = packOf(agencies);
  const { agency } = await read();
  await change(agency, { details: { ...agency.details, label: "Gare nord" } });
  await change((await read("port")).agency, { isClosed: true });
  const changed = await exportPack(deps.db, "north");
  expect(changed?.agencies.agencies.map(({ id, label }) => [id, label])).toEqual([
    ["gare", "Gare nord"],
    ["large", "Agence large"],
  ]);
  const refused = await importPack(deps.db, older, deps.clock.iso());
  expect(refused).toMatchObject({
    ok: false,
    faults: [
      { path: "agencies.gare", message: expect.stringContaining("changed in the office on 2026-11-20 by Mia Manager") },
      { path: "agencies.port", message: expect.stringContaining("closed in the office") },
    ],
  });
  expect(await importPack(deps.db, older, deps.clock.iso(), { officeChanges: "keep" })).toMatchObject({ ok: true });
  expect(await exportPack(deps.db, "north")).toEqual(changed);
  // The export is the same network; from then on the pack is the source.
  if (changed === undefined) throw new Error("no export");
  const again = await importPack(deps.db, changed, deps.clock.iso());
  expect(again.ok && again.changes.every(({ change: its }) => its === "unchanged")).toBe(true);
  expect((await read()).agency.changedAt).toBeNull();
  expect(await importPack(deps.db, older, deps.clock.iso())).toMatchObject({ ok: true });
  expect((await read()).agency.details.label).toBe("Agence gare");
});
