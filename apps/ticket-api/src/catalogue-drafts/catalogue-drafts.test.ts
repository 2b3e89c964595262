import { describe, expect, test } from "vitest";
import { exportPack } from "../networks/export.ts";
import { as, draftArticles, draftShop, livePrices, packOfDrafts } from "../testing/test-drafts.ts";
import { testArticle } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";
import type { TestStaff } from "../testing/test-staff.ts";

const { world, imported, added, read, item, change, add, publish, withdraw, prices } = draftShop();

// covers: staff draft changes of the catalogue, which nobody sees before they are published
test("a draft changes, adds, withdraws and sorts items; the shop sells them once it is published", async () => {
  const { draftId } = await added();
  expect((await change(draftId, "day", { price: 600, ageTo: 25 })).body.draft).toMatchObject({ changeCount: 1 });
  await add(draftId, testArticle({ id: "night", price: 300 }));
  await withdraw(draftId, "carnet");
  const { version } = (await read(draftId)).draft;
  const itemIds = ["night", "single", "day"];
  await world.shop.api.call("sortDraftItems", { draftId, version, kind: "article", itemIds }, as(world.manager));
  expect(await prices()).toEqual(livePrices);

  const { changes, faults } = await read(draftId, world.agent);
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
  const { items } = (await world.shop.api.call("listDraftItems", { draftId, kind: "article" }, as(world.agent))).body;
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
  const person = await testPerson(world.shop.api.deps);
  const order = orderOf(person, 300, { productId: "night" });
  expect((await world.shop.api.call("placeOrder", order, { token: person.token })).body.orderId).toBeTruthy();
  expect((await read(draftId)).history.map(({ act, by, reason }) => [act, by, reason])).toEqual([
    ["catalogue.publish", "Mia Manager", "As decided"],
    ["catalogue.draft", "Mia Manager", null],
  ]);
});

// covers: drafts of the catalogue are listed with their history, renamed and discarded
test("a draft names its items in the language of whoever reads it", async () => {
  const { draftId } = await added();
  const night = testArticle({ id: "night", price: 300 });
  await add(draftId, { ...night, name: { ...night.name, fr: "Ticket de nuit", ar: "تذكرة ليلية" } });
  const namesIn = async (lang: string) => {
    const by = as(world.agent);
    const { items } = (await world.shop.api.call("listDraftItems", { draftId, kind: "article", lang }, by)).body;
    const { changes } = (await world.shop.api.call("getCatalogueDraft", { draftId, lang }, by)).body;
    const { choices } = (await world.shop.api.call("getDraftItem", { draftId, kind: "article", lang }, by)).body;
    return [items.at(-1)?.name, changes[0]?.name, choices.article.at(-1)?.name];
  };
  for (const [lang, text] of [
    ["ar", "تذكرة ليلية"],
    ["fr", "Ticket de nuit"],
  ] as const)
    expect(await namesIn(lang)).toEqual([text, text, text]);
});

test("drafts are listed, the newest first, page by page; a discarded one is not changed any more", async () => {
  const [first, second, third] = [await added("First"), await added("Second"), await added("Third")];
  const listed = async (more: { cursor?: string; state?: "discarded" } = {}) =>
    (await world.shop.api.call("listCatalogueDrafts", { limit: 2, ...more }, as(world.agent))).body;
  const page = await listed();
  expect(page.items.map(({ name }) => name)).toEqual(["Third", "Second"]);
  const next = await listed({ cursor: page.nextCursor ?? "" });
  expect(next.items[0]?.draftId).toBe(first.draftId);
  const renamed = { draftId: third.draftId, version: third.version, name: "Renamed" };
  const { draft } = (await world.shop.api.call("renameCatalogueDraft", renamed, as(world.manager))).body;
  expect(draft.name).toBe("Renamed");
  const stale = { draftId: third.draftId, version: third.version };
  expect((await world.shop.api.call("discardCatalogueDraft", stale, as(world.manager))).body.error?.details).toEqual({
    reason: "changed",
  });
  await world.shop.api.call("discardCatalogueDraft", { ...stale, version: draft.version }, as(world.manager));
  expect((await listed({ state: "discarded" })).items.map(({ name }) => name)).toEqual(["Renamed"]);
  expect((await change(third.draftId, "day", { price: 1 })).body.error?.details).toMatchObject({ reason: "state" });
  expect((await world.shop.api.call("addCatalogueDraft", { name: "No" }, as(world.agent))).body.error?.code).toBe(
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
      item: { kind: "article", definition: { ...draftArticles[1], price: 700 } },
    };
    const refused = await world.shop.api.call("changeDraftItem", again as never, as(world.second));
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
    const live = (await exportPack(world.shop.api.deps.db, "north"))?.catalogue.articles.find(({ id }) => id === "day");
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
    await imported(packOfDrafts({ catalogueApproval: true }));
    const { draftId } = await added();
    await change(draftId, "day", { price: 600 });
    const { draft } = (await publish(draftId)).body;
    expect([draft.state, await prices()]).toEqual(["awaiting", livePrices]);
    const decide = (decision: "approve" | "refuse", by: TestStaff, version = draft.version) =>
      world.shop.api.call("decideCatalogueDraft", { draftId, version, decision }, as(by));
    expect((await decide("approve", world.manager)).body.error?.code).toBe("SECOND_PERSON_REQUIRED");
    expect([(await read(draftId)).mayDecide, (await read(draftId, world.second)).mayDecide]).toEqual([false, true]);
    const refused = (await decide("refuse", world.second)).body.draft;
    expect(refused).toMatchObject({ state: "open", decidedBy: "Sven Second" });
    const renewed = (await publish(draftId)).body.draft;
    expect((await decide("approve", world.second, draft.version)).body.error?.details).toEqual({ reason: "changed" });
    expect((await decide("approve", world.second, renewed.version)).body.draft.state).toBe("published");
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
  const { version } = (await read(draftId)).draft;
  const restore = (seen: number) =>
    world.shop.api.call(
      "restoreDraftItem",
      { draftId, version: seen, kind: "article", itemId: "day" },
      as(world.manager),
    );
  // Somebody changed the draft since the page was shown.
  expect((await restore(version - 1)).body.error?.details).toEqual({ reason: "changed" });
  await restore(version);
  expect(await read(draftId)).toMatchObject({ faults: [], changes: [] });
});
