import { languages } from "@guichet/contract/locales.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drafted, euros, passes, started, todayOf } from "../testing/test-campaigns.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { saveVignette } from "../wallet/vignette-store.ts";

const pack = testPack({ articles: passes(3), network: { refundApprovalAbove: 300 } });
let shop: Shop;
let admin: TestStaff;
let other: TestStaff;
let agent: TestStaff;
beforeAll(async () => {
  shop = await openTestShop({ packs: [pack, testPack({ id: "south", articles: passes(1) })] });
  admin = await testStaff(shop.api, { north: ["admin"] }, "Soazig Perrot");
  other = await testStaff(shop.api, { north: ["manager"] }, "Malo Riou");
  agent = await testStaff(shop.api, { north: ["agent"] });
}, 60_000);
afterAll(() => shop.close());

// covers: what a compensation campaign can be drafted for, offered by the office
test("a campaign is offered articles on sale, then withdrawn ones, categories, and lines of vignettes, of its network only", async () => {
  const { db } = shop.api.deps;
  await sql`update article set withdrawn_at = now() where network_id = 'north' and id = 'pass-1'`.execute(db);
  const vignette = { kind: "vehicle", name: "Bus 7", stopId: null, line: "Line 7" } as const;
  await saveVignette(db, "north", { ...vignette, stickerId: "BUS7" }, shop.api.clock.iso());
  await saveVignette(db, "south", { ...vignette, stickerId: "BUS8", line: "Line 8" }, shop.api.clock.iso());
  const { body } = await shop.api.call("getCampaignChoices", { locale: "en" }, { token: agent.token });
  expect(body.articles.map(({ id, onSale }) => [id, onSale])).toEqual([
    ["pass-2", true],
    ["pass-3", true],
    ["pass-1", false],
  ]);
  expect(body).toMatchObject({ currency: "EUR", lines: ["Line 7"], zones: [], today: todayOf(shop) });
  expect(body.categories.length).toBeGreaterThan(0);
  expect(body.languages.toSorted()).toEqual(languages.toSorted());
  await sql`update article set withdrawn_at = null where network_id = 'north'`.execute(db);
});

// covers: above the network's threshold a second person approves a compensation campaign
test("the preview says whether a second person decides, and the campaign to whom: not to who started it, nor to an agent", async () => {
  const person = await testPerson(shop.api.deps);
  await bought(shop, person, 12_000, ["pass-2", 2]);
  const campaign = await drafted(shop, admin, "pass-2");
  const { campaignId } = campaign;
  const preview = (await shop.api.call("previewCampaign", { campaignId }, { token: admin.token })).body;
  expect(preview).toMatchObject({ total: euros(400), needsApproval: true });
  const small = await drafted(shop, admin, "pass-2", { amount: euros(150) });
  const { body } = await shop.api.call("previewCampaign", { campaignId: small.campaignId }, { token: admin.token });
  expect(body).toMatchObject({ total: euros(300), needsApproval: false });
  const mayDecide = async ({ token }: TestStaff) =>
    (await shop.api.call("getCampaign", { campaignId }, { token })).body.mayDecide;
  expect(await mayDecide(other)).toBe(false);
  expect(await started(shop, admin, campaign)).toMatchObject({ status: "awaiting" });
  expect(await Promise.all([admin, other, agent].map(mayDecide))).toEqual([false, true, false]);
});

// covers: failed compensations of a campaign are counted by their reason
test("failed compensations are counted by reason, the most frequent first", async () => {
  const person = await testPerson(shop.api.deps);
  await bought(shop, person, 18_000, ["pass-3", 3]);
  const campaign = await started(shop, admin, await drafted(shop, admin, "pass-3", { amount: euros(100) }));
  const { db } = shop.api.deps;
  await sql`update compensation set status = 'failed', problem = 'NOTHING_LEFT', done_at = now() where campaign_id = ${campaign.campaignId}`.execute(
    db,
  );
  await sql`update compensation set problem = 'AT_COUNTER' where id = (select id from compensation
    where campaign_id = ${campaign.campaignId} order by id limit 1)`.execute(db);
  const { body } = await shop.api.call("getCampaign", { campaignId: campaign.campaignId }, { token: agent.token });
  expect(body.problems).toEqual([
    { problem: "NOTHING_LEFT", count: 2 },
    { problem: "AT_COUNTER", count: 1 },
  ]);
});
