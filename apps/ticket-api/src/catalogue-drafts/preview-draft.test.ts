import { cataloguePreviewHours } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import type { CatalogueDraft, CatalogueItem } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursMs, minutesMs } from "../clock.ts";
import { openTestApi, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

const articles = [testArticle({ id: "single", price: 150 }), testArticle({ id: "day", price: 500 })];
const live = [
  ["single", 150],
  ["day", 500],
];

let api: TestApi;
let manager: TestStaff;
let reader: TestStaff;
let southern: TestStaff;
beforeAll(async () => {
  api = await openTestApi({ packs: [testPack({ articles }), testPack({ id: "south", articles })] });
  manager = await testStaff(api, { north: ["manager"] }, "Mia Manager");
  reader = await testStaff(api, { north: ["reader"] });
  southern = await testStaff(api, { south: ["admin"] });
}, 60_000);
afterAll(() => api.close());

const as = ({ token }: TestStaff) => ({ token });
async function added(name = "Summer prices"): Promise<string> {
  const { body } = await api.call(
    "addCatalogueDraft",
    { name },
    { ...as(manager), idempotencyKey: crypto.randomUUID() },
  );
  return body.draft.draftId;
}
async function versionOf(draftId: string): Promise<number> {
  const { draft }: { draft: CatalogueDraft } = (await api.call("getCatalogueDraft", { draftId }, as(manager))).body;
  return draft.version;
}
async function price(draftId: string, itemId: string, amount: number): Promise<void> {
  const { body } = await api.call("getDraftItem", { draftId, kind: "article", itemId }, as(manager));
  if (body.draft?.kind !== "article") throw new Error(`${itemId} is no article`);
  await change(draftId, { kind: "article", definition: { ...body.draft.definition, price: amount } }, body.basis);
}
async function change(
  draftId: string,
  item: { kind: CatalogueItem["kind"]; definition: object },
  basis = "",
): Promise<void> {
  const changed = await api.call("changeDraftItem", { draftId, basis, item: item as never }, as(manager));
  expect(changed.body).toMatchObject({ status: "ok" });
}
async function withdraw(draftId: string, kind: CatalogueItem["kind"], itemId: string): Promise<void> {
  const { basis } = (await api.call("getDraftItem", { draftId, kind, itemId }, as(manager))).body;
  await api.call("withdrawDraftItem", { draftId, basis, kind, itemId }, as(manager));
}
const make = (draftId: string, by = reader) => api.call("previewCatalogueDraft", { draftId }, as(by));
async function previewOf(draftId: string): Promise<string> {
  return tokenIn((await make(draftId)).body.url);
}
const tokenIn = (url: string) => new URL(url).searchParams.get("token") ?? "";
/** The prices that the shop shows: live, or in a preview. */
async function prices(preview?: string) {
  const values = preview === undefined ? {} : { preview };
  const { items } = (await api.call("getProducts", values)).body;
  const shown = pricesOf(items);
  expect(pricesOf((await api.call("getUniversalProducts", values)).body.items)).toEqual(shown);
  const { categories } = (await api.call("catalog", values)).body;
  expect(pricesOf(categories.flatMap((category) => category.items))).toEqual(shown);
  return shown;
}
const pricesOf = (items: readonly { shopItemId: string; price: { amount: number } }[]) =>
  items.map((item) => [item.shopItemId, item.price.amount]);
const state = (token: string, network = "north") => api.call("readCataloguePreview", { token }, { network });

// covers: staff see a draft of the catalogue in the shop before it is published
test("a preview shows changed, added and withdrawn articles, and each later change of its draft", async () => {
  const draftId = await added();
  await price(draftId, "single", 170);
  const { body } = await make(draftId);
  const token = tokenIn(body.url);
  expect(body.url).toBe(`http://north.test:3000/preview?token=${token}`);
  expect((await state(token)).body).toMatchObject({ name: "Summer prices", expiresAt: body.expiresAt });
  expect(await prices(token)).toEqual([
    ["single", 170],
    ["day", 500],
  ]);

  await change(draftId, { kind: "article", definition: testArticle({ id: "night", price: 300 }) });
  await withdraw(draftId, "article", "day");
  expect(await prices(token)).toEqual([
    ["single", 170],
    ["night", 300],
  ]);
  expect(await prices()).toEqual(live);
  const { history } = (await api.call("getCatalogueDraft", { draftId }, as(manager))).body;
  expect(history.map(({ act }) => act)).toContain("catalogue.preview");
});

// covers: what a preview of a draft shows reaches nobody else, and nobody can buy at its prices
test("live and previewed answers never mix, whichever is asked first; carts and orders do not know previews", async () => {
  const [one, other] = [await added("One"), await added("Other")];
  await price(one, "day", 600);
  await price(other, "day", 700);
  const [first, second] = [await previewOf(one), await previewOf(other)];
  const day = (of: (string | number)[][]) => of.find(([id]) => id === "day")?.[1];
  for (let round = 0; round < 2; round += 1) {
    expect(day(await prices(first))).toBe(600);
    expect(day(await prices())).toBe(500);
    expect(day(await prices(second))).toBe(700);
  }
  const versions = await Promise.all(
    [{}, { preview: first }].map(async (values) => (await api.call("catalog", values)).body.version),
  );
  expect(versions[0]).not.toBe(versions[1]);

  const { token, userId: customerId } = await testPerson(api.deps);
  const bought = [{ quantity: 1, productId: "day", customerId, support: "DEMATERIALIZED" as const }];
  const quoted = await api.call("verifyOrder", { articles: bought }, { token });
  expect(quoted.body.totalAmount).toMatchObject({ amount: 500 });
  const refused = { code: "FIELD_UNKNOWN", details: { field: "preview" } };
  for (const name of ["verifyOrder", "placeOrder"] as const) {
    const asked = await api.call(name, { articles: bought, preview: first } as never, { token });
    expect(asked.body.error).toMatchObject(refused);
  }
});

// covers: the preview of a draft ends after a day, and with its draft
test("a preview ends with its time and with its draft; another network's shop does not know it", async () => {
  const draftId = await added();
  await price(draftId, "single", 170);
  const token = await previewOf(draftId);
  const refused = async (reason: string, of = token, network = "north") => {
    const gone = { code: "NOT_FOUND", details: { reason } };
    expect((await state(of, network)).body.error).toMatchObject(gone);
    expect((await api.call("catalog", { preview: of }, { network })).body.error).toMatchObject(gone);
  };
  await refused("link", token, "south");
  const [draft = "", until = "", signature = ""] = token.split(".");
  await refused("link", `${draft}.${Number(until) + 1}.${signature}`);
  await refused("link", `${await added()}.${until}.${signature}`);
  await refused("link", "nothing");

  // A draft whose catalogue contradicts itself cannot be shown.
  await withdraw(draftId, "category", "tickets");
  await refused("faults");
  expect((await make(draftId)).body.error).toMatchObject({
    ...{ code: "TRANSITION_NOT_ALLOWED", details: { reason: "faults" } },
  });
  // Nor can it be simulated.
  const simulated = await api.call("simulateCatalogueDraft", { draftId, month: "2026-11" }, as(manager));
  expect(simulated.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { reason: "faults" } });
  await api.call("restoreDraftItem", { draftId, kind: "category", itemId: "tickets" }, as(manager));
  expect((await state(token)).body).toMatchObject({ status: "ok" });

  await api.call("discardCatalogueDraft", { draftId, version: await versionOf(draftId) }, as(manager));
  await refused("discarded");
  expect((await make(draftId)).body.error).toMatchObject({
    ...{ code: "TRANSITION_NOT_ALLOWED", details: { reason: "state", state: "discarded" } },
  });

  const published = await added();
  await change(published, { kind: "article", definition: testArticle({ id: "boat", price: 900 }) });
  const [late, other] = [await previewOf(published), await previewOf(await added())];
  const version = await versionOf(published);
  await api.call("publishCatalogueDraft", { draftId: published, version, reason: "As decided" }, as(manager));
  await refused("published", late);

  const { expiresAt } = (await state(other)).body;
  const left = Date.parse(expiresAt) - api.clock.now().getTime();
  expect(left).toBeGreaterThan(hoursMs(cataloguePreviewHours) - minutesMs(1));
  expect(left).toBeLessThanOrEqual(hoursMs(cataloguePreviewHours));
  const offset = api.clock.offsetMs();
  api.clock.setOffset(offset + left - minutesMs(1));
  expect((await state(other)).body).toMatchObject({ status: "ok" });
  api.clock.setOffset(offset + left);
  await refused("link", other);
  api.clock.setOffset(offset);
});

test("only the staff of the network make a preview", async () => {
  const draftId = await added();
  expect((await make(draftId, southern)).body.error?.code).toBe("ROLE_NOT_ALLOWED");
  expect((await api.call("previewCatalogueDraft", { draftId }, {})).body.error?.code).toBe("USER_NOT_CONNECTED");
  for (const unknown of [crypto.randomUUID(), "nothing"])
    expect((await make(unknown)).body.error?.code).toBe("NOT_FOUND");
});
