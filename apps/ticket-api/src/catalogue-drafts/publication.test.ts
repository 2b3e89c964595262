import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { later, minutesMs } from "../clock.ts";
import { exportPack } from "../networks/export.ts";
import { importPack } from "../networks/import.ts";
import { as, draftShop, livePrices, packOfDrafts } from "../testing/test-drafts.ts";
import { testArticle } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { orderOf } from "../testing/test-purchase.ts";
import { testStaff } from "../testing/test-staff.ts";

const { world, imported, added, read, item, change, add, publish, withdraw, prices } = draftShop();

describe("a scheduled draft", () => {
  const inMinutes = (minutes: number) => later(world.shop.api.clock.now(), minutesMs(minutes)).toISOString();

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
    const answer = await world.shop.api.call(
      "reopenCatalogueDraft",
      { draftId: reopened.draftId, version },
      as(world.manager),
    );
    expect(answer.body.draft).toMatchObject({ state: "open", publishAt: null });
    await world.shop.pass(minutesMs(6));
    expect((await read(draft.draftId)).draft).toMatchObject({ state: "published" });
    expect(await prices()).toEqual([
      ["single", 150],
      ["day", 600],
      ["carnet", 1200],
    ]);
  });

  // covers: a scheduled draft is published only while somebody who may publish stands for it
  test("of somebody who may publish no more, or without the second person that is needed by then, is not published", async () => {
    const leaving = await testStaff(world.shop.api, { north: ["manager"] }, "Lea Leaving");
    const [left, alone] = [await added(), await added()];
    await change(left.draftId, "day", { price: 600 });
    await change(alone.draftId, "single", { price: 1 });
    await publish(left.draftId, { publishAt: inMinutes(3) }, leaving);
    await publish(alone.draftId, { publishAt: inMinutes(5) });
    await sql`delete from staff_role where staff_id = ${leaving.staffId}`.execute(world.shop.api.deps.db);
    await world.shop.pass(minutesMs(4));
    expect((await read(left.draftId)).draft).toMatchObject({ state: "open", failedAt: expect.any(String) });
    await imported(packOfDrafts({ catalogueApproval: true }));
    await world.shop.pass(minutesMs(2));
    const { draft, history } = await read(alone.draftId);
    expect(draft).toMatchObject({ state: "open", failedAt: expect.any(String) });
    expect(history[0]).toMatchObject({ act: "catalogue.fail", by: null });
    expect(await prices()).toEqual(livePrices);
  });

  // covers: a scheduled draft that the catalogue contradicts at its time is open again, and marked
  test("that the catalogue contradicts by then is open again and marked as failed", async () => {
    const { draftId } = await added();
    await change(draftId, "day", { price: 600 });
    await publish(draftId, { publishAt: inMinutes(5) });
    const other = await added();
    await change(other.draftId, "day", { price: 700 });
    await publish(other.draftId);
    await world.shop.pass(minutesMs(6));
    const { draft, changes } = await read(draftId);
    expect(draft).toMatchObject({ state: "open", failedAt: expect.any(String), publishAt: null });
    expect(changes[0]).toMatchObject({ conflicts: ["price"] });
    expect(await prices()).toContainEqual(["day", 700]);
  });
});

// covers: taking back a draft restores what it withdrew at its former place; what was withdrawn already is no change
test("what two drafts withdraw is published once, and taken back to its former place", async () => {
  const [one, other] = [await added("One"), await added("Other")];
  await withdraw(one.draftId, "single");
  await withdraw(other.draftId, "single");
  expect((await publish(one.draftId)).body.draft.state).toBe("published");
  expect((await publish(other.draftId)).body.error?.details).toEqual({ reason: "empty" });
  await change(other.draftId, "day", { price: 600 });
  expect((await publish(other.draftId)).body.draft).toMatchObject({ state: "published", changeCount: 1 });
  const asked = { ...as(world.manager), idempotencyKey: crypto.randomUUID() };
  const { draft } = (await world.shop.api.call("revertCatalogueDraft", { draftId: one.draftId }, asked)).body;
  expect((await publish(draft.draftId)).body.draft.state).toBe("published");
  expect(await prices()).toEqual([
    ["single", 150],
    ["day", 600],
    ["carnet", 1200],
  ]);
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
    await world.shop.api.call("revertCatalogueDraft", revert, {
      ...as(world.manager),
      idempotencyKey: crypto.randomUUID(),
    })
  ).body;
  expect(draft).toMatchObject({ state: "open", changeCount: 4, reverts: { draftId, name: "Summer prices" } });
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
    const { deps } = world.shop.api;
    const { draftId } = await added();
    await change(draftId, "day", { price: 600 });
    await publish(draftId);
    const run = (officeChanges?: "keep" | "replace") =>
      importPack(deps.db, packOfDrafts(), deps.clock.iso(), officeChanges === undefined ? {} : { officeChanges });
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
    const { deps } = world.shop.api;
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
  await sql`update orders set completed_at = null, status = 'CANCELED', canceled_at = now()`.execute(
    world.shop.api.deps.db,
  );
  const month = world.shop.api.clock.iso().slice(0, 7);
  for (const [productId, amount] of [
    ["single", 150],
    ["day", 500],
    ["day", 500],
  ] as const) {
    const person = await testPerson(world.shop.api.deps);
    const { body } = await world.shop.api.call("placeOrder", orderOf(person, amount, { productId }), {
      token: person.token,
    });
    await world.shop.pay(body.paymentUrl);
    await world.shop.api.call("acknowledgePayment", { orderId: body.orderId }, { token: person.token });
  }
  const { draftId } = await added();
  await change(draftId, "day", { price: 600 });
  await change(draftId, "single", { price: 140 });
  const simulated = async () =>
    (await world.shop.api.call("simulateCatalogueDraft", { draftId, month }, as(world.agent))).body;
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
