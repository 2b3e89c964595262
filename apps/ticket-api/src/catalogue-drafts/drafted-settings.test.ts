import { sql } from "kysely";
import { expect, test } from "vitest";
import { later, minutesMs } from "../clock.ts";
import { exportPack } from "../networks/export.ts";
import { importPack } from "../networks/import.ts";
import { as, draftShop, packOfDrafts } from "../testing/test-drafts.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";

const { world, imported, added, read, change, set, publish } = draftShop();
const configuration = async () => (await world.shop.api.call("getNetworkConfiguration", {})).body.network;
const banner = { en: "Strike on Monday", fr: "Grève lundi" };

// covers: settings of the network are drafted, previewed in the shop, published and taken back
test("a banner is drafted, shown by the preview only, published, kept by an import, and taken back", async () => {
  const { draftId } = await added("Strike");
  expect((await set(draftId, "messages", { banner })).body.draft).toMatchObject({ changeCount: 1 });
  expect((await read(draftId)).changes).toMatchObject([
    { kind: "messages", itemId: "network", fields: [{ field: "banner", before: null, after: JSON.stringify(banner) }] },
  ]);
  expect((await configuration()).banner).toBeNull();
  const link = await world.shop.api.call("previewCatalogueDraft", { draftId }, as(world.agent));
  const token = new URL(link.body.url).searchParams.get("token") ?? "";
  const shown = await world.shop.api.call("readCataloguePreview", { token, lang: "en" });
  expect(shown.body).toMatchObject({ name: "Strike", network: { banner: "Strike on Monday" } });

  expect((await publish(draftId)).body.draft).toMatchObject({ state: "published" });
  expect((await configuration()).banner).toBe("Grève lundi");
  const { db, clock } = world.shop.api.deps;
  expect(await importPack(db, packOfDrafts(), clock.iso())).toMatchObject({
    ok: false,
    faults: [{ file: "network.json", path: "(messages)", message: expect.stringContaining("by Mia Manager") }],
  });
  await importPack(db, packOfDrafts(), clock.iso(), { officeChanges: "keep" });
  expect((await exportPack(db, "north"))?.network.banner).toEqual(banner);

  const idempotencyKey = crypto.randomUUID();
  const back = await world.shop.api.call("revertCatalogueDraft", { draftId }, { ...as(world.manager), idempotencyKey });
  await publish(back.body.draft.draftId);
  expect((await configuration()).banner).toBeNull();
});

// covers: two people change other settings of the same kind, and a price, in one publication each
test("switches that others published meanwhile stay; the same one changed otherwise is a conflict", async () => {
  const [mine, theirs] = [await added(), await added()];
  await set(mine.draftId, "switches", { fareAdviser: true });
  await set(mine.draftId, "limits", { guestMaxAmount: 5_000 });
  await change(mine.draftId, "day", { price: 600 });
  await set(theirs.draftId, "switches", { consentBoxes: true });
  await set(theirs.draftId, "limits", { guestMaxAmount: 8_000 });
  await publish(theirs.draftId);
  expect((await read(mine.draftId)).changes.flatMap(({ conflicts }) => conflicts)).toEqual(["guestMaxAmount"]);
  await set(mine.draftId, "limits", { guestMaxAmount: 5_000 });
  await publish(mine.draftId);
  const { switches, guestMaxAmount } = await configuration();
  expect(switches).toMatchObject({ fareAdviser: true, consentBoxes: true, guestOrders: true });
  expect(guestMaxAmount.amount).toBe(5_000);
});

test("a preview shows the live switches and limits, by which the shop sells", async () => {
  const { draftId } = await added();
  await set(draftId, "switches", { guestOrders: false });
  const link = await world.shop.api.call("previewCatalogueDraft", { draftId }, as(world.agent));
  const token = new URL(link.body.url).searchParams.get("token") ?? "";
  expect((await world.shop.api.call("readCataloguePreview", { token })).body.network.switches.guestOrders).toBe(true);
});

// covers: what is not safe to change while selling is not changed in the office
test("a key of the pack that is no setting of the office, and an agent, are refused", async () => {
  const { draftId } = await added();
  for (const keys of [{ currency: "CHF" }, { subscriptions: true }, { transferPayments: true }])
    expect((await set(draftId, "switches", keys)).body.error?.code).toBe("FIELD_UNKNOWN");
  expect((await set(draftId, "messages", { banner }, { by: world.agent })).body.error?.code).toBe("ROLE_NOT_ALLOWED");
  expect((await read(draftId)).changes).toEqual([]);
});

test("a switch that articles need, and an empty title of a legal text, are faults by their names", async () => {
  const [other] = [testArticle({ id: "young", price: 100, statuses: ["young"] })];
  const pack = packOfDrafts({ switches: { guestOrders: true, multipleInstallments: true, profiling: true } });
  pack.catalogue = {
    ...testPack({ articles: [...packOfDrafts().catalogue.articles, other] }).catalogue,
    statuses: [{ id: "young", name: { fr: "Jeune" } }],
  };
  await imported(pack);
  const { draftId } = await added();
  await set(draftId, "switches", { profiling: false });
  await set(draftId, "legal-text", { texts: { fr: "Sans titre" } }, { itemId: "terms-of-use" });
  const { faults } = await read(draftId);
  expect(faults.map(({ file, path }) => [file, path])).toEqual([
    ["catalogue.json", "articles.young.statuses"],
    ["terms/fr/terms-of-use.md", ""],
  ]);
  expect((await publish(draftId)).body.error?.details).toMatchObject({ reason: "faults" });
});

// covers: a colour that is too pale is reported with its contrasts
test("a pale colour is a warning with its contrast and the contrasts that are needed", async () => {
  const { draftId } = await added();
  await set(draftId, "appearance", { accent: "#ffd23f" });
  expect((await read(draftId)).warnings).toEqual([
    { file: "network.json", path: "accent", message: expect.stringMatching(/ 1\.44:1 on white, .* 4\.5:1 .* 3:1: /) },
  ]);
  await set(draftId, "appearance", { accent: "#0b5a68" });
  expect((await read(draftId)).warnings).toEqual([]);
});

const textAt = async (values: { at?: string; number?: number }) =>
  (await world.shop.api.call("readLegalText", { kind: "terms-of-use", ...values }, as(world.agent))).body;

// covers: each published version of a legal text stays readable, by its number and by an instant
test("a legal text is published at its time as a new version; the one of an earlier instant stays readable", async () => {
  const { api } = world.shop;
  const before = api.clock.now();
  const { draftId } = await added("Terms of summer");
  const texts = { fr: "# Conditions\n\nArticle 1.", en: "# Terms\n\nArticle 1." };
  const files = { fr: `${texts.fr}\n`, en: `${texts.en}\n` };
  // A form has no line break at the end of a text, which is no change.
  await set(draftId, "legal-text", { texts: { fr: "# Texte\n", en: "# Text" } }, { itemId: "terms-of-use" });
  expect((await read(draftId)).changes).toEqual([]);
  await set(draftId, "legal-text", { texts, updatedOn: "2026-02-06" }, { itemId: "terms-of-use" });
  expect((await read(draftId)).warnings).toMatchObject([{ path: "termsUpdatedOn.terms-of-use" }]);
  await set(draftId, "legal-text", { updatedOn: "2027-01-01" }, { itemId: "terms-of-use" });
  expect((await read(draftId)).warnings).toEqual([]);
  const token = new URL(
    (await api.call("previewCatalogueDraft", { draftId }, as(world.agent))).body.url,
  ).searchParams.get("token");
  expect((await api.call("getTermsOfUse", { preview: token ?? "" })).body).toMatchObject({ markdown: "Article 1." });
  await publish(draftId, { publishAt: later(before, minutesMs(5)).toISOString() });
  expect((await api.call("getTermsOfUse", {})).body.title).toBe("Texte");
  await world.shop.pass(minutesMs(6));
  expect((await api.call("getTermsOfUse", {})).body).toMatchObject({ title: "Conditions", updatedOn: "2027-01-01" });

  const current = await textAt({});
  expect(current).toMatchObject({
    version: { updatedOn: "2027-01-01", publishedBy: "Mia Manager", missing: ["ar", "it", "es"], texts: files },
    former: { number: current.version.number - 1, texts: { fr: "# Texte", en: "# Text" } },
  });
  expect(await textAt({ at: before.toISOString() })).toMatchObject({
    version: { number: current.version.number - 1, updatedOn: "2026-02-06", publishedBy: null },
  });
  expect(await textAt({ at: "2001-01-01T00:00:00Z" })).toMatchObject({ error: { code: "NOT_FOUND" } });
  // The same text again is no version.
  await importPack(api.deps.db, packOfDrafts(), api.deps.clock.iso(), { officeChanges: "keep" });
  const { versions } = (await api.call("listLegalTexts", {}, as(world.agent))).body;
  expect(versions.filter(({ kind }) => kind === "terms-of-use")[0]).toMatchObject({ number: current.version.number });
});

// covers: settings of the network are drafted, previewed in the shop, published and taken back
test("a number of the seller that was never checked before does not stop a draft of something else", async () => {
  const { db } = world.shop.api.deps;
  await sql`update network set definition = jsonb_set(definition, '{seller,identifiers,siret}', '"00000000000001"')
    where id = 'north'`.execute(db);
  const { draftId } = await added("After the upgrade");
  await set(draftId, "messages", { banner });
  expect((await publish(draftId)).body.draft).toMatchObject({ state: "published" });
});
