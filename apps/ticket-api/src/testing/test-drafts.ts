import type { CatalogueDraft, CatalogueItem } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { type NetworkItemKind, settingsId } from "@guichet/contract/office/catalogue/network-items.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { importPack } from "../networks/import.ts";
import { testArticle, testPack } from "./test-pack.ts";
import { openTestShop, type Shop } from "./test-purchase.ts";
import { type TestStaff, testStaff } from "./test-staff.ts";

export const draftArticles = [
  testArticle({ id: "single", price: 150 }),
  testArticle({ id: "day", price: 500 }),
  testArticle({ id: "carnet", price: 1200, trips: 10 }),
];
export const packOfDrafts = (network: Record<string, unknown> = {}) => testPack({ articles: draftArticles, network });
/** What the shop sells before any draft is published. */
export const livePrices = [
  ["single", 150],
  ["day", 500],
  ["carnet", 1200],
];

type ArticleKeys = Partial<Extract<CatalogueItem, { kind: "article" }>["definition"]>;
export const as = ({ token }: TestStaff) => ({ token });

/** A shop whose catalogue two managers draft; each test begins with the same catalogue. */
export function draftShop() {
  const world = {} as { shop: Shop; manager: TestStaff; second: TestStaff; agent: TestStaff };
  beforeAll(async () => {
    world.shop = await openTestShop({ packs: [packOfDrafts()] });
    world.manager = await testStaff(world.shop.api, { north: ["manager"] }, "Mia Manager");
    world.second = await testStaff(world.shop.api, { north: ["manager"] }, "Sven Second");
    world.agent = await testStaff(world.shop.api, { north: ["agent"] });
  }, 60_000);
  afterAll(() => world.shop.close());
  beforeEach(() => imported(packOfDrafts()));

  async function imported(pack: Parameters<typeof importPack>[1]): Promise<void> {
    const { deps } = world.shop.api;
    const result = await importPack(deps.db, pack, deps.clock.iso(), { officeChanges: "replace" });
    expect(result).toMatchObject({ ok: true });
    deps.networks.forget();
  }
  const call: Shop["api"]["call"] = (...args) => world.shop.api.call(...args);
  const added = async (name = "Summer prices"): Promise<CatalogueDraft> =>
    (await call("addCatalogueDraft", { name }, { ...as(world.manager), idempotencyKey: crypto.randomUUID() })).body
      .draft;
  const read = async (draftId: string, by = world.manager) =>
    (await call("getCatalogueDraft", { draftId }, as(by))).body;
  const item = async (draftId: string, itemId: string) =>
    (await call("getDraftItem", { draftId, kind: "article", itemId }, as(world.manager))).body;
  /** Changes keys of an article in a draft, as its form does. */
  async function change(draftId: string, itemId: string, keys: ArticleKeys) {
    const { draft, basis } = await item(draftId, itemId);
    if (draft?.kind !== "article") throw new Error(`${itemId} is no article`);
    const changed = { kind: "article" as const, definition: { ...draft.definition, ...keys } };
    return call("changeDraftItem", { draftId, basis, item: changed }, as(world.manager));
  }
  /** Changes settings or a legal text (`itemId`) in a draft, as their form does. */
  async function set(
    draftId: string,
    kind: NetworkItemKind,
    keys: Record<string, unknown>,
    { itemId = settingsId, by = world.manager }: { itemId?: string; by?: TestStaff } = {},
  ) {
    const { draft, basis } = (await call("getDraftItem", { draftId, kind, itemId }, as(by))).body;
    const item = { kind, definition: { ...draft?.definition, ...keys } } as never;
    return call("changeDraftSettings", { draftId, basis, item }, as(by));
  }
  const add = (draftId: string, definition: object, basis = "") =>
    call("changeDraftItem", { draftId, basis, item: { kind: "article", definition } as never }, as(world.manager));
  const publish = async (draftId: string, more: { publishAt?: string } = {}, by = world.manager) => {
    const { version } = (await read(draftId)).draft;
    return call("publishCatalogueDraft", { draftId, version, reason: "As decided", ...more }, as(by));
  };
  const withdraw = async (draftId: string, itemId: string) => {
    const { basis } = await item(draftId, itemId);
    return call("withdrawDraftItem", { draftId, basis, kind: "article", itemId }, as(world.manager));
  };
  /** The prices in the shop by article, in its sequence. */
  const prices = async () => {
    const { items } = (await call("getProducts", {})).body;
    return items.map(({ shopItemId, price }) => [shopItemId, price.amount]);
  };
  return { world, imported, added, read, item, change, set, add, publish, withdraw, prices };
}
