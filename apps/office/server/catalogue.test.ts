import { PackArticle } from "@guichet/contract/network-pack.ts";
import type { CatalogueDraft, CatalogueItem } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { typedOf } from "../app/catalogue/item-form/typed-item.ts";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const draftId = "0193a1f0-0000-7000-8000-000000000001";
const draft: CatalogueDraft = {
  ...{ draftId, name: "Tarifs de janvier", state: "open", version: 4, changeCount: 1 },
  ...{ createdBy: "Mia Manager", createdAt: "2026-11-20T09:00:00.000Z", requestedBy: null, requestedAt: null },
  ...{ publishAt: null, decidedBy: null, publishedAt: null, failedAt: null, reverts: null },
};
const articleAt = (price: number): CatalogueItem => ({
  kind: "article",
  definition: PackArticle.parse({
    ...{
      id: "day",
      category: "tickets",
      name: { fr: "Pass jour", en: "Day pass" },
      price,
      supports: ["DEMATERIALIZED"],
    },
    ...{ summary: { fr: "Une journée" }, paymentOptions: [{ paymentMethods: ["CARD"] }] },
    validity: { from: "start", duration: "P1D" },
  }),
});
const context = { currency: "EUR", languages: ["fr", "en"] as const, timeZone: "Europe/Paris" };
const choices = {
  ...{ category: [{ id: "tickets", name: "Tickets" }], group: [], tariff: [], "document-type": [], status: [] },
  ...{ article: [{ id: "day", name: "Pass jour" }], "fare-zone": [] },
};
const item = {
  ...{ live: articleAt(500), draft: articleAt(550), conflicts: [] as string[], basis: "basis-1" },
  ...{ currency: "EUR", languages: ["fr", "en"], choices },
};
const change = {
  ...{ kind: "article", itemId: "day", name: "Pass jour", change: "changed", conflicts: ["price"] },
  fields: [
    { field: "price", before: "500", after: "550" },
    { field: "name", before: '{"fr":"Jour","en":"Day pass"}', after: '{"fr":"Pass jour","en":"Day pass"}' },
    { field: "validity", before: '{"from":"start","duration":"P2D"}', after: '{"from":"start","duration":"P1D"}' },
  ],
  ...{ changedBy: "Mia Manager", changedAt: "2026-11-20T09:00:00.000Z" },
};
const fault = { file: "catalogue.json", path: "articles.day.category", message: "no category nowhere" };
const found = {
  ...{ draft, changes: [change], faults: [fault], warnings: [], needsApproval: false, mayDecide: false },
  history: [{ act: "catalogue.draft", by: "Mia Manager", at: "2026-11-20T09:00:00.000Z", reason: null }],
};

const euros = (amount: number) => ({ amount, currency: "EUR" });
const listedItem = (itemId: string, name: string, change: string | null) => ({
  ...{ itemId, name, change, category: "tickets", price: euros(550), livePrice: euros(500) },
});
const listed = [
  listedItem("day", "Pass jour", "changed"),
  listedItem("week", "Pass semaine", null),
  listedItem("month", "Pass mois", null),
  listedItem("old", "Ancien Pass", "withdrawn"),
];
const repriced = { paid: euros(100_000), live: euros(110_000), draft: euros(120_000) };
const simulated = {
  ...{ orders: 40, total: repriced, cheaper: { orders: 3, amount: euros(-500) } },
  ...{ dearer: { orders: 12, amount: euros(10_500) }, unsold: { quantity: 2, amount: euros(700) } },
  articles: [{ itemId: "day", name: "Pass jour", quantity: 9, ...repriced }],
  examples: [{ orderId: draftId, number: "2026-000012", ...repriced }],
};

let shown = found;
let shownItem = item;
let refusal: { code: string; details?: object; status: number } | undefined;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const changed = (_seen: unknown, reply: { code(status: number): { send(body: unknown): unknown } }) =>
    refusal === undefined
      ? { status: "ok", draft: shown.draft }
      : reply.code(refusal.status).send({ status: "ko", error: { ...refusal, message: "" } });
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listCatalogueDrafts": () => ({ status: "ok", items: [shown.draft] }),
      "/Office/getCatalogueDraft": () => ({ status: "ok", ...shown }),
      "/Office/getDraftItem": () => ({ status: "ok", inDraft: shown.draft, ...shownItem }),
      "/Office/changeDraftItem": changed,
      "/Office/publishCatalogueDraft": changed,
      "/Office/revertCatalogueDraft": changed,
      "/Office/decideCatalogueDraft": changed,
      "/Office/sortDraftItems": changed,
      "/Office/listDraftItems": () => ({ status: "ok", items: listed }),
      "/Office/simulateCatalogueDraft": () => ({ status: "ok", ...simulated }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = found;
  shownItem = item;
  refusal = undefined;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const plain = (body: string) => body.replaceAll(/[\u00a0\u202f]/gu, " ").replaceAll("\u2060", "");
const get = async (path: string) => plain((await office.inject({ url: `/demo/${path}`, headers })).body);
const post = async (path: string, values: Record<string, string | readonly string[]>) => {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const answer = await office.inject({
    method: "POST",
    url: `/demo/${path}`,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(pairs).toString(),
  });
  return { location: answer.headers.location, body: plain(answer.body) };
};
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`).map(({ values }) => values);
const at = `catalogue/${draftId}`;
const form = { what: "save", basis: "basis-1", ...typedOf(articleAt(550), context) };

// covers: The staff compare a draft of the catalogue with what is live, in words
test("a draft shows each change before and after, its conflicts, and its faults with a link to the item", async () => {
  const body = await get(at);
  for (const text of ["5,00 €", "5,50 €", "2 jours à partir du début choisi", "1 jour à partir du début choisi"])
    expect(body).toContain(text);
  expect(body).not.toContain(">Day pass<");
  for (const text of ["Conflit", "1 faute empêche la publication", '<span lang="en">no category nowhere</span>'])
    expect(body).toContain(text);
  for (const link of ["day", "day#field-price", "day#field-category"])
    expect(body).toContain(`href="/demo/${at}/articles/${link}"`);
  // What has conflicts cannot be published.
  expect(body).not.toContain('name="when"');
});

// covers: A draft of the catalogue is published at once or at a time of the network's zone
test("a draft is published at a time of the network, and not at one that is over", async () => {
  shown = { ...found, changes: [{ ...change, conflicts: [] }], faults: [] };
  expect(await get(at)).toContain('name="when"');
  const publish = { what: "publish", version: "4", when: "later", reason: "Conseil" };
  for (const [typed, text] of [
    ["", "Indiquez une date et une heure."],
    ["2020-01-01T00:00", "Ce moment est passé. Choisissez un moment à venir, ou « Maintenant »."],
  ] as const) {
    const { body } = await post(at, { ...publish, at: typed });
    for (const kept of [text, ">Conseil</textarea>", `<li>${text}`]) expect(body).toContain(kept);
  }
  expect(sent("publishCatalogueDraft")).toEqual([]);
  await post(at, { ...publish, at: "2126-07-01T00:00" });
  await post(at, { ...publish, when: "now", at: "2020-01-01T00:00" });
  expect(sent("publishCatalogueDraft")).toMatchObject([
    { draftId, version: 4, reason: "Conseil", publishAt: "2126-06-30T22:00:00Z" },
    { draftId, version: 4, reason: "Conseil" },
  ]);
  expect(sent("publishCatalogueDraft")[1]).not.toHaveProperty("publishAt");
  refusal = { status: 409, code: "TRANSITION_NOT_ALLOWED", details: { reason: "conflicts" } };
  expect((await post(at, { ...publish, when: "now" })).body).toContain("Réglez d’abord les conflits.");
});

// covers: A wrong value of an item is named at its field, and nothing that was typed is lost
test("a wrong form keeps what was typed and its basis, also if the item was changed meanwhile", async () => {
  expect(await get(`${at}/articles/day`)).toContain("En ligne :");
  shownItem = { ...item, basis: "basis-2" };
  const { body } = await post(`${at}/articles/day`, { ...form, price: "5,5x", "name.en": "One day" });
  for (const text of ["1 champ à corriger", "Indiquez un montant", 'value="5,5x"', 'value="One day"', "basis-1"])
    expect(body).toContain(text);
  expect(body).not.toContain('name="basis" value="basis-2"');
  expect(sent("changeDraftItem")).toEqual([]);
});

// covers: Of two who change one item of a draft, the second is refused, sees what it is now, and saves again on purpose
test("an item that a colleague changed meanwhile is not overwritten: what was typed stays beside what it is now", async () => {
  refusal = { status: 409, code: "TRANSITION_NOT_ALLOWED", details: { reason: "changed" } };
  shownItem = { ...item, draft: articleAt(610), basis: "basis-2" };
  const { body } = await post(`${at}/articles/day`, { ...form, price: "5.75" });
  expect(sent("changeDraftItem")).toMatchObject([{ basis: "basis-1", item: { definition: { price: 575 } } }]);
  for (const text of ["Un collègue l’a modifié entre-temps", 'value="5.75"', "Dans le brouillon à présent :", "6,10 €"])
    expect(body).toContain(text);
  for (const text of ['name="basis" value="basis-2"', "Enregistrer quand même", 'href="#field-price"'])
    expect(body).toContain(text);
  refusal = undefined;
  const again = await post(`${at}/articles/day`, { ...form, basis: "basis-2", price: "5.75" });
  expect(again.location).toBe(`/demo/${at}/articles/day?done=saved`);
  expect(sent("changeDraftItem").at(-1)).toMatchObject({ draftId, basis: "basis-2", item: articleAt(575) });
});

// covers: A published draft of the catalogue is taken back by a new draft
test("a published draft has what it changed, and is taken back from the list", async () => {
  shown = { ...found, draft: { ...draft, state: "published", publishedAt: "2026-11-21T09:00:00.000Z" }, faults: [] };
  expect(await get("catalogue")).toContain("Annuler cette publication");
  const { location } = await post("catalogue", { what: "revert", draft: draftId, key: "key-of-the-form" });
  expect(location).toBe(`/demo/${at}?done=reverted`);
  expect(sent("revertCatalogueDraft")).toMatchObject([{ draftId }]);
  const closed = await get(`${at}/articles/day`);
  expect(closed).toContain("ne peut plus être modifié");
  expect(closed).not.toContain("Enregistrer dans le brouillon");
});

// covers: Where the network needs it, a second member of the staff approves a draft of the catalogue
test("who may decide approves or refuses; who asked for the publication waits", async () => {
  const awaiting = { ...draft, state: "awaiting" as const, requestedBy: "Mia Manager" };
  shown = { ...found, draft: awaiting, changes: [], faults: [], needsApproval: true, mayDecide: true };
  const body = await get(at);
  for (const text of ["Mia Manager demande de publier", 'value="approve"', 'value="refuse"', "Rouvrir le brouillon"])
    expect(body).toContain(text);
  refusal = { status: 409, code: "SECOND_PERSON_REQUIRED" };
  const refused = (await post(at, { what: "approve", version: "4", reason: "D’accord" })).body;
  expect(refused).toContain(">D’accord</textarea>");
  refusal = undefined;
  await post(at, { what: "refuse", version: "4", reason: "" });
  expect(sent("decideCatalogueDraft").at(-1)).toMatchObject({ draftId, version: 4, decision: "refuse" });
  shown = { ...shown, mayDecide: false };
  const own = await get(at);
  expect(own).toContain("Un autre membre du personnel doit l’approuver.");
  expect(own).not.toContain('value="approve"');
});

// covers: The staff move an item of the catalogue by one place, also in a filtered list
test("the items of a kind are found, moved with the filter, and restored", async () => {
  const list = await get(`${at}/articles?q=pass`);
  for (const text of ["en ligne 5,00 €", "Monter : Pass semaine", "Rétablir : Ancien Pass"])
    expect(list).toContain(text);
  expect(await get(`${at}/articles?q=semaine`)).not.toContain("Monter : Pass jour");
  const move = { what: "move", version: "4", item: "month", by: "up", beyond: "day" };
  const { location } = await post(`${at}/articles?q=pass`, move);
  expect(sent("sortDraftItems")).toMatchObject([{ kind: "article", version: 4, itemIds: ["month", "day", "week"] }]);
  expect(location).toBe(`/demo/${at}/articles?q=pass&done=moved&item=month&by=up`);
  expect((await office.inject({ url: `/demo/${at}/buses`, headers })).statusCode).toBe(404);
});

// covers: The staff see what a month's purchases would have cost with a draft of the catalogue
test("a simulation shows the totals, who pays less or more, the articles and the orders", async () => {
  const body = await get(`${at}/simulation?month=2026-10`);
  expect(sent("simulateCatalogueDraft")).toMatchObject([{ draftId, month: "2026-10" }]);
  const texts = ["40 commandes", "1 200,00 €", "+100,00 €", "-5,00 €", "12 commandes", "2 pièces", "Pass jour"];
  for (const text of [...texts, `href="/demo/orders/${draftId}"`]) expect(body).toContain(text);
});
