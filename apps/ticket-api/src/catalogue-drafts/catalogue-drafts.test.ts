import type { CatalogueDraft, CatalogueItem } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { later, minutesMs } from "../clock.ts";
import { exportPack } from "../networks/export.ts";
import { importPack } from "../networks/import.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, orderOf, type Shop } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

const articles = [
  testArticle({ id: "single", price: 150 }),
  testArticle({ id: "day", price: 500 }),
  testArticle({ id: "carnet", price: 1200, trips: 10 }),
];
const packOf = (network: object = {}) => testPack({ articles, network: { ...network } });

let shop: Shop;
let manager: TestStaff;
let second: TestStaff;
let agent: TestStaff;
beforeAll(async () => {
  shop = await openTestShop({ packs: [packOf()] });
  manager = await testStaff(shop.api, { north: ["manager"] }, "Mia Manager");
  second = await testStaff(shop.api, { north: ["manager"] }, "Sven Second");
  agent = await testStaff(shop.api, { north: ["agent"] });
}, 60_000);
afterAll(() => shop.close());
beforeEach(() => imported(packOf()));

async function imported(pack: Parameters<typeof importPack>[1]): Promise<void> {
  const { deps } = shop.api;
  const result = await importPack(deps.db, pack, deps.clock.iso(), { officeChanges: "replace" });
  expect(result).toMatchObject({ ok: true });
  deps.networks.forget();
}

const as = ({ token }: TestStaff) => ({ token });
const added = async (name = "Summer prices"): Promise<CatalogueDraft> =>
  (await shop.api.call("addCatalogueDraft", { name }, { ...as(manager), idempotencyKey: crypto.randomUUID() })).body
    .draft;
const read = async (draftId: string, by = manager) =>
  (await shop.api.call("getCatalogueDraft", { draftId }, as(by))).body;
const item = async (draftId: string, itemId: string) =>
  (await shop.api.call("getDraftItem", { draftId, kind: "article", itemId }, as(manager))).body;
type ArticleKeys = Partial<Extract<CatalogueItem, { kind: "article" }>["definition"]>;
/** Changes keys of an article in a draft, as its form does. */
async function change(draftId: string, itemId: string, keys: ArticleKeys) {
  const { draft, basis } = await item(draftId, itemId);
  if (draft?.kind !== "article") throw new Error(`${itemId} is no article`);
  const changed = { kind: "article" as const, definition: { ...draft.definition, ...keys } };
  return shop.api.call("changeDraftItem", { draftId, basis, item: changed }, as(manager));
}
const add = (draftId: string, definition: object, basis = "") =>
  shop.api.call("changeDraftItem", { draftId, basis, item: { kind: "article", definition } as never }, as(manager));
const publish = async (draftId: string, more: { publishAt?: string } = {}, by = manager) => {
  const { version } = (await read(draftId)).draft;
  return shop.api.call("publishCatalogueDraft", { draftId, version, reason: "As decided", ...more }, as(by));
};
const withdraw = async (draftId: string, itemId: string) => {
  const { basis } = await item(draftId, itemId);
  return shop.api.call("withdrawDraftItem", { draftId, basis, kind: "article", itemId }, as(manager));
};
/** The prices in the shop by article, in its sequence. */
const prices = async () => {
  const { items } = (await shop.api.call("getProducts", {})).body;
  return items.map(({ shopItemId, price }) => [shopItemId, price.amount]);
};
const livePrices = [
  ["single", 150],
  ["day", 500],
  ["carnet", 1200],
];

// covers: staff draft changes of the catalogue, which nobody sees before they are published
test("a draft changes, adds, withdraws and sorts items; the shop sells them once it is published", async () => {
  const { draftId } = await added();
  expect((await change(draftId, "day", { price: 600, ageTo: 25 })).body.draft).toMatchObject({ changeCount: 1 });
  await add(draftId, testArticle({ id: "night", price: 300 }));
  await withdraw(draftId, "carnet");
  const { version } = (await read(draftId)).draft;
  const itemIds = ["night", "single", "day"];
  await shop.api.call("sortDraftItems", { draftId, version, kind: "article", itemIds }, as(manager));
  expect(await prices()).toEqual(livePrices);

  const { changes, faults } = await read(draftId, agent);
  expect(faults).toEqual([]);
  expect(changes.map(({ itemId, change, fields }) => [itemId, change, fields])).toEqual([
    ["carnet", "withdrawn", []],
    [
      "day",
      "changed",
      [
        { field: "price", before: "500", after: "600" },
        { field: "ageTo", before: null, after: "25" },
      ],
    ],
    ["night", "added", []],
    [
      "article",
      "changed",
      [{ field: "order", before: '["single","day","carnet"]', after: '["night","single","day"]' }],
    ],
  ]);
  const { items } = (await shop.api.call("listDraftItems", { draftId, kind: "article" }, as(agent))).body;
  expect(
    items.map(({ itemId, change, price, livePrice }) => [itemId, change, price?.amount, livePrice?.amount]),
  ).toEqual([
    ["night", "added", 300, undefined],
    ["single", null, 150, 150],
    ["day", "changed", 600, 500],
    ["carnet", "withdrawn", 1200, 1200],
  ]);

  expect((await publish(draftId)).body.draft).toMatchObject({ state: "published", requestedBy: "Mia Manager" });
  expect(await prices()).toEqual([
    ["night", 300],
    ["single", 150],
    ["day", 600],
  ]);
  const person = await testPerson(shop.api.deps);
  const order = orderOf(person, 300, { productId: "night" });
  expect((await shop.api.call("placeOrder", order, { token: person.token })).body.orderId).toBeTruthy();
  expect((await read(draftId)).history.map(({ act, by, reason }) => [act, by, reason])).toEqual([
    ["catalogue.publish", "Mia Manager", "As decided"],
    ["catalogue.draft", "Mia Manager", null],
  ]);
});

// covers: drafts of the catalogue are listed with their history, renamed and discarded
test("drafts are listed, the newest first, page by page; a discarded one is not changed any more", async () => {
  const [first, second, third] = [await added("First"), await added("Second"), await added("Third")];
  const listed = async (more: { cursor?: string; state?: "discarded" } = {}) =>
    (await shop.api.call("listCatalogueDrafts", { limit: 2, ...more }, as(agent))).body;
  const page = await listed();
  expect(page.items.map(({ name }) => name)).toEqual(["Third", "Second"]);
  const next = await listed({ cursor: page.nextCursor ?? "" });
  expect(next.items[0]?.draftId).toBe(first.draftId);
  const renamed = { draftId: third.draftId, version: third.version, name: "Renamed" };
  const { draft } = (await shop.api.call("renameCatalogueDraft", renamed, as(manager))).body;
  expect(draft.name).toBe("Renamed");
  const stale = { draftId: third.draftId, version: third.version };
  expect((await shop.api.call("discardCatalogueDraft", stale, as(manager))).body.error?.details).toEqual({
    reason: "changed",
  });
  await shop.api.call("discardCatalogueDraft", { ...stale, version: draft.version }, as(manager));
  expect((await listed({ state: "discarded" })).items.map(({ name }) => name)).toEqual(["Renamed"]);
  expect((await change(third.draftId, "day", { price: 1 })).body.error?.details).toMatchObject({ reason: "state" });
  expect((await shop.api.call("addCatalogueDraft", { name: "No" }, as(agent))).body.error?.code).toBe(
    "ROLE_NOT_ALLOWED",
  );
  expect(second.state).toBe("open");
});

describe("two people", () => {
  // covers: two people who edit the same item of a draft never overwrite each other
  test("who change the same item of a draft: the second is refused, and sees what the first wrote", async () => {
    const { draftId } = await added();
    const stale = await item(draftId, "day");
    await change(draftId, "day", { price: 600 });
    const again = {
      draftId,
      basis: stale.basis,
      item: { kind: "article", definition: { ...articles[1], price: 700 } },
    };
    const refused = await shop.api.call("changeDraftItem", again as never, as(second));
    expect(refused.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { reason: "changed" } });
    const twice = await add(draftId, testArticle({ id: "day", price: 1 }));
    expect(twice.body.error?.details).toEqual({ reason: "changed" });
    expect((await item(draftId, "day")).draft?.definition).toMatchObject({ price: 600 });
  });

  // covers: a draft meets what was published since: other keys are kept, the same key is a conflict that a person decides
  test("whose drafts change other keys are both published; the same key is a conflict until somebody decides", async () => {
    const [one, other, third] = [await added("One"), await added("Other"), await added("Third")];
    await change(one.draftId, "day", { price: 600 });
    await change(other.draftId, "day", { ageTo: 25 });
    await change(third.draftId, "day", { price: 650 });
    expect((await publish(one.draftId)).body.draft.state).toBe("published");
    expect((await publish(other.draftId)).body.draft.state).toBe("published");
    const live = (await exportPack(shop.api.deps.db, "north"))?.catalogue.articles.find(({ id }) => id === "day");
    expect(live).toMatchObject({ price: 600, ageTo: 25 });

    expect((await publish(third.draftId)).body.error?.details).toEqual({ reason: "conflicts" });
    const { draft, conflicts } = await item(third.draftId, "day");
    expect([conflicts, draft?.definition]).toEqual([["price"], expect.objectContaining({ price: 650, ageTo: 25 })]);
    await change(third.draftId, "day", {});
    expect((await publish(third.draftId)).body.draft.state).toBe("published");
    expect(await prices()).toContainEqual(["day", 650]);
  });

  // covers: where the network says so, a second member of the staff approves each draft of the catalogue
  test("decide about a draft where the network needs it, and not the same one twice", async () => {
    await imported(packOf({ catalogueApproval: true }));
    const { draftId } = await added();
    await change(draftId, "day", { price: 600 });
    const { draft } = (await publish(draftId)).body;
    expect([draft.state, await prices()]).toEqual(["awaiting", livePrices]);
    const decide = (decision: "approve" | "refuse", by: TestStaff, version = draft.version) =>
      shop.api.call("decideCatalogueDraft", { draftId, version, decision }, as(by));
    expect((await decide("approve", manager)).body.error?.code).toBe("SECOND_PERSON_REQUIRED");
    expect([(await read(draftId)).mayDecide, (await read(draftId, second)).mayDecide]).toEqual([false, true]);
    const refused = (await decide("refuse", second)).body.draft;
    expect(refused).toMatchObject({ state: "open", decidedBy: "Sven Second" });
    const renewed = (await publish(draftId)).body.draft;
    expect((await decide("approve", second, draft.version)).body.error?.details).toEqual({ reason: "changed" });
    expect((await decide("approve", second, renewed.version)).body.draft.state).toBe("published");
    expect(await prices()).toContainEqual(["day", 600]);
  });
});

// covers: a draft with faults that an import would refuse is not published
test("a draft with faults, or without changes, is refused, and nothing is published", async () => {
  const { draftId } = await added();
  expect((await publish(draftId)).body.error?.details).toEqual({ reason: "empty" });
  await change(draftId, "day", { category: "nowhere" });
  expect((await read(draftId)).faults).toEqual([
    { file: "catalogue.json", path: "articles.day.category", message: "no category nowhere" },
  ]);
  expect((await publish(draftId)).body.error?.details).toEqual({ reason: "faults" });
  const invalid = await add(draftId, { ...testArticle({ id: "night", price: 1 }), colour: "red" });
  expect(invalid.body.error).toMatchObject({
    code: "FIELD_UNKNOWN",
    details: { field: expect.stringContaining("item") },
  });
  expect(await prices()).toEqual(livePrices);
  await shop.api.call("restoreDraftItem", { draftId, kind: "article", itemId: "day" }, as(manager));
  expect(await read(draftId)).toMatchObject({ faults: [], changes: [] });
});

describe("a scheduled draft", () => {
  const inMinutes = (minutes: number) => later(shop.api.clock.now(), minutesMs(minutes)).toISOString();

  // covers: a draft is published at its time; one that was opened again is not
  test("is published at its time, and not if it was opened again", async () => {
    const at = inMinutes(5);
    const [draft, reopened] = [await added(), await added("Not this one")];
    await change(draft.draftId, "day", { price: 600 });
    await change(reopened.draftId, "single", { price: 1 });
    expect((await publish(draft.draftId, { publishAt: at })).body.draft).toMatchObject({
      state: "scheduled",
      publishAt: at,
    });
    const { version } = (await publish(reopened.draftId, { publishAt: at })).body.draft;
    expect((await change(draft.draftId, "day", { price: 1 })).body.error?.details).toMatchObject({ reason: "state" });
    const answer = await shop.api.call("reopenCatalogueDraft", { draftId: reopened.draftId, version }, as(manager));
    expect(answer.body.draft).toMatchObject({ state: "open", publishAt: null });
    await shop.pass(minutesMs(6));
    expect((await read(draft.draftId)).draft).toMatchObject({ state: "published" });
    expect(await prices()).toEqual([
      ["single", 150],
      ["day", 600],
      ["carnet", 1200],
    ]);
  });

  // covers: a scheduled draft that the catalogue contradicts at its time is open again, and marked
  test("that the catalogue contradicts by then is open again and marked as failed", async () => {
    const { draftId } = await added();
    await change(draftId, "day", { price: 600 });
    await publish(draftId, { publishAt: inMinutes(5) });
    const other = await added();
    await change(other.draftId, "day", { price: 700 });
    await publish(other.draftId);
    await shop.pass(minutesMs(6));
    const { draft, changes } = await read(draftId);
    expect(draft).toMatchObject({ state: "open", failedAt: expect.any(String), publishAt: null });
    expect(changes[0]).toMatchObject({ conflicts: ["price"] });
    expect(await prices()).toContainEqual(["day", 700]);
  });
});

// covers: a published draft is taken back by another draft, which keeps what was changed since
test("a published draft is taken back, and what was changed since stays", async () => {
  const { draftId } = await added();
  await change(draftId, "day", { price: 600, ageTo: 25 });
  await withdraw(draftId, "carnet");
  await add(draftId, testArticle({ id: "night", price: 300 }));
  await publish(draftId);
  const since = await added();
  await change(since.draftId, "day", { ageTo: 30 });
  await publish(since.draftId);
  const revert = { draftId };
  const { draft } = (
    await shop.api.call("revertCatalogueDraft", revert, { ...as(manager), idempotencyKey: crypto.randomUUID() })
  ).body;
  expect(draft).toMatchObject({ state: "open", changeCount: 3, reverts: { draftId, name: "Summer prices" } });
  expect((await publish(draft.draftId)).body.error?.details).toEqual({ reason: "conflicts" });
  const { live } = await item(draft.draftId, "day");
  await change(draft.draftId, "day", { ageTo: live?.kind === "article" ? live.definition.ageTo : undefined });
  expect((await publish(draft.draftId)).body.draft.state).toBe("published");
  expect(await prices()).toEqual([
    ["single", 150],
    ["day", 500],
    ["carnet", 1200],
  ]);
});

describe("an import", () => {
  // covers: an import does not undo what the office changed of the catalogue, unless it is told to
  test("of an older pack is refused, keeps what the office changed, or replaces it", async () => {
    const { deps } = shop.api;
    const { draftId } = await added();
    await change(draftId, "day", { price: 600 });
    await publish(draftId);
    const run = (officeChanges?: "keep" | "replace") =>
      importPack(deps.db, packOf(), deps.clock.iso(), officeChanges === undefined ? {} : { officeChanges });
    expect(await run()).toEqual({
      ok: false,
      faults: [
        {
          file: "catalogue.json",
          path: "articles.day",
          message: expect.stringMatching(/^changed in the office on .* by Mia Manager, and the pack differs/),
        },
      ],
    });
    expect(await run("keep")).toMatchObject({ ok: true });
    expect((await exportPack(deps.db, "north"))?.catalogue.articles.map(({ price }) => price)).toEqual([
      150, 600, 1200,
    ]);
    expect(await run()).toMatchObject({ ok: false });
    expect(await run("replace")).toMatchObject({ ok: true });
    expect(await run()).toMatchObject({ ok: true });
    expect((await exportPack(deps.db, "north"))?.catalogue.articles.map(({ price }) => price)).toEqual([
      150, 500, 1200,
    ]);
  });

  // covers: what drafts published is in the export of the network, whose import changes nothing
  test("of an export changes nothing, and is the source of what the office changed from then on", async () => {
    const { deps } = shop.api;
    const { draftId } = await added();
    await change(draftId, "day", { price: 600 });
    await withdraw(draftId, "carnet");
    await publish(draftId);
    const pack = await exportPack(deps.db, "north");
    if (pack === undefined) throw new Error("no pack");
    const result = await importPack(deps.db, pack, deps.clock.iso());
    expect(result.ok && result.changes.filter((one) => one.change !== "unchanged")).toEqual([]);
    const marks = await sql`select from catalogue_office_change`.execute(deps.db);
    expect(marks.rows).toEqual([]);
  });
});

// covers: a simulation reprices a month's orders with a draft: total, winners, losers, by article
test("a simulation reprices the orders of a month, with the share of their discounts", async () => {
  await sql`update orders set completed_at = null, status = 'CANCELED', canceled_at = now()`.execute(shop.api.deps.db);
  const month = shop.api.clock.iso().slice(0, 7);
  for (const [productId, amount] of [
    ["single", 150],
    ["day", 500],
    ["day", 500],
  ] as const) {
    const person = await testPerson(shop.api.deps);
    const { body } = await shop.api.call("placeOrder", orderOf(person, amount, { productId }), { token: person.token });
    await shop.pay(body.paymentUrl);
    await shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  }
  const { draftId } = await added();
  await change(draftId, "day", { price: 600 });
  await change(draftId, "single", { price: 140 });
  const simulated = async () => (await shop.api.call("simulateCatalogueDraft", { draftId, month }, as(agent))).body;
  const sum = (paid: number, live: number, draft: number) =>
    Object.fromEntries(
      Object.entries({ paid, live, draft }).map(([key, amount]) => [key, { amount, currency: "EUR" }]),
    );
  expect(await simulated()).toMatchObject({
    ...{ orders: 3, total: sum(1150, 1150, 1340) },
    ...{ cheaper: { orders: 1, amount: { amount: -10 } }, dearer: { orders: 2, amount: { amount: 200 } } },
    unsold: { quantity: 0 },
    articles: [
      { itemId: "day", quantity: 2, ...sum(1000, 1000, 1200) },
      { itemId: "single", quantity: 1, ...sum(150, 150, 140) },
    ],
  });
  await withdraw(draftId, "single");
  expect(await simulated()).toMatchObject({
    ...{ total: sum(1150, 1000, 1200), unsold: { quantity: 1, amount: { amount: 150 } } },
    ...{ cheaper: { orders: 0 }, dearer: { orders: 2 } },
  });
});
