import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { audit } from "../audit/audit.ts";
import type { DueJob } from "../jobs/job-store.ts";
import {
  campaignNow,
  compensationEmails,
  compensationsNow,
  drafted,
  euros,
  passes,
  started,
} from "../testing/test-campaigns.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, traces } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { payCompensations } from "./pay-compensations.ts";

const packs = [testPack({ articles: passes(8) })];
let shop: Shop;
let admin: TestStaff;
beforeAll(async () => {
  shop = await openTestShop({ packs });
  admin = await testStaff(shop.api, { north: ["admin"] });
}, 60_000);
afterEach(() => {
  shop.api.deps.failpoint = () => undefined;
});
afterAll(() => shop.close());

const differences = () => audit(shop.api.deps, { grace: 0 });
const change = (campaignId: string, action: "pause" | "resume" | "end") =>
  shop.api.call("changeCampaign", { campaignId, action, reason: "Checked again" }, { token: admin.token });

/** Orders of one pass each, by as many people. */
async function orders(article: string, count: number, price = 6000): Promise<string[]> {
  const bases = Array.from({ length: count }, async () => {
    const person = await testPerson(shop.api.deps);
    return (await bought(shop, person, price, [article])).orderId;
  });
  return Promise.all(bases);
}

/** A run of the campaign's job, as on one more server. */
const run = (campaignId: string) => {
  const { ids, clock } = shop.api.deps;
  const job: DueJob = {
    ...{ id: ids.uuid(), networkId: "north", kind: "compensation", key: ids.uuid(), payload: { campaignId } },
    ...{ dueAt: clock.iso(), attempts: 0 },
  };
  return payCompensations(shop.api.deps, job);
};

const sentFor = async (orderIds: readonly string[]) =>
  Promise.all(orderIds.map(async (orderId) => (await traces(shop, orderId)).sent));

/** The database refuses to pay this order, as if the server died in the middle of it. */
const dieAt = (orderId: string) =>
  sql`create or replace function die() returns trigger language plpgsql as $$ begin
      if new.order_id = '${sql.raw(orderId)}' then raise exception 'the server died'; end if; return new; end $$;
    create or replace trigger dies before insert on order_refund for each row execute function die()`.execute(
    shop.api.deps.db,
  );
const liveAgain = () => sql`drop trigger dies on order_refund`.execute(shop.api.deps.db);

// covers: a campaign that is interrupted, paused and resumed pays each ticket once
test("a server that dies in the middle, a pause and a resumption: each ticket is paid once, and nothing while it is paused", async () => {
  const all = await orders("pass-1", 5);
  await dieAt(all[2] ?? "");
  const campaign = await started(shop, admin, await drafted(shop, admin, "pass-1"));
  const { campaignId } = campaign;
  let dies = true;
  shop.api.deps.failpoint = (passed) => {
    if (!dies || passed !== "job-done") return;
    dies = false;
    throw new Error("died before the job was recorded");
  };
  await shop.pass(0);
  const paused = (await change(campaignId, "pause")).body.campaign;
  expect(paused.status).toBe("paused");
  const before = paused.totals?.paid ?? 0;
  expect(paused.totals?.pending).toBeGreaterThan(0);
  await shop.pass(120_000);
  await run(campaignId);
  expect((await campaignNow(shop, admin, campaign)).totals).toMatchObject({ paid: before, pending: 5 - before });
  await liveAgain();
  expect((await change(campaignId, "pause")).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  await change(campaignId, "resume");
  await shop.pass(60_000);
  await shop.pass(60_000);
  expect(dies).toBe(false);
  expect(await campaignNow(shop, admin, campaign)).toMatchObject({
    status: "finished",
    totals: { paid: 5, pending: 0 },
  });
  expect(await sentFor(all)).toEqual(all.map(() => [200]));
  for (const orderId of all) expect(await compensationEmails(shop, orderId)).toHaveLength(1);
  expect(await differences()).toEqual([]);
}, 120_000);

test("a compensation that ends in an error each time comes last, and is reported after five attempts", async () => {
  const all = await orders("pass-2", 3);
  await dieAt(all[0] ?? "");
  const campaign = await started(shop, admin, await drafted(shop, admin, "pass-2"));
  for (let run = 0; run < 8; run += 1) await shop.pass(60_000);
  await liveAgain();
  const results = await compensationsNow(shop, admin, campaign);
  expect(results.map(({ status, problem }) => [status, problem]).toSorted()).toEqual([
    ["failed", "ERROR"],
    ["paid", null],
    ["paid", null],
  ]);
  expect((await campaignNow(shop, admin, campaign)).status).toBe("finished");
  expect(await differences()).toEqual([]);
}, 120_000);

test("ended, a campaign pays nothing more; what was paid stays paid", async () => {
  const all = await orders("pass-3", 3);
  await dieAt(all[1] ?? "");
  const campaign = await started(shop, admin, await drafted(shop, admin, "pass-3"));
  await shop.pass(0);
  await change(campaign.campaignId, "end");
  await liveAgain();
  await shop.pass(120_000);
  const { status, totals } = await campaignNow(shop, admin, campaign);
  expect(status).toBe("ended");
  expect(totals).toMatchObject({ pending: 0, paid: (await sentFor(all)).flat().length });
  expect(totals?.cancelled).toBeGreaterThan(0);
  expect((await change(campaign.campaignId, "resume")).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: several servers that pay one campaign pay each ticket once
test("four servers at once, and a pause among them: each ticket is paid once", async () => {
  const all = await orders("pass-4", 8);
  // Its own job waits until the servers of this test have begun.
  const campaign = await drafted(shop, admin, "pass-4");
  const { campaignId } = campaign;
  await started(shop, admin, campaign);
  const servers = [1, 2, 3, 4].map(() => run(campaignId));
  const paused = change(campaignId, "pause");
  await Promise.all([...servers, paused]);
  await change(campaignId, "resume");
  await Promise.all([1, 2, 3, 4].map(() => run(campaignId)));
  await shop.pass(60_000);
  expect(await campaignNow(shop, admin, campaign)).toMatchObject({ status: "finished", totals: { paid: 8 } });
  expect(await sentFor(all)).toEqual(all.map(() => [200]));
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from compensation where campaign_id = ${campaignId}`.execute(shop.api.deps.db);
  expect(rows).toEqual([{ n: 8 }]);
  expect(await differences()).toEqual([]);
}, 120_000);

// covers: a compensation and a refund of the same order at once never exceed what was paid
test("a refund of the same order at the same time: never more than was paid, and none for a ticket that was given back", async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await testPerson(shop.api.deps);
    const article = `pass-${5 + (round % 2)}`;
    const { orderId } = await bought(shop, person, 6000, [article]);
    const campaign = await drafted(shop, admin, article, { kind: "fixed", amount: euros(4000) });
    const asked = { orderId, reason: "at once" };
    const refunds = [
      () => shop.api.call("refundOrder", { ...asked, scope: "order" }, { token: admin.token }),
      () => shop.api.call("refundOrder", { ...asked, scope: "goodwill", amount: euros(4000) }, { token: admin.token }),
    ];
    await started(shop, admin, campaign);
    const refund = refunds[Math.floor(round / 2)] ?? refunds[0];
    await Promise.all([run(campaign.campaignId), refund?.(), run(campaign.campaignId)]);
    await shop.pass(60_000);
    const { sent, notes } = await traces(shop, orderId);
    const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
    expect(sum(sent)).toBeLessThanOrEqual(6000);
    expect(sum(notes)).toBe(sum(sent));
    expect((await compensationsNow(shop, admin, campaign)).filter(({ status }) => status === "pending")).toEqual([]);
  }
  expect(await differences()).toEqual([]);
}, 120_000);

// The control run: what the tests above find where a paid compensation is forgotten.
test("without the state of its row, the id of its refund lets a compensation be paid once; without that too, it is paid several times", async () => {
  const unguarded = await openTestShop({ packs: [testPack({ articles: passes(2, 400) })] });
  const [usual, usualAdmin] = [shop, admin];
  shop = unguarded;
  try {
    const { db } = shop.api.deps;
    admin = await testStaff(shop.api, { north: ["admin"] });
    const [first = ""] = await orders("pass-1", 1, 400);
    const [second = ""] = await orders("pass-2", 1, 400);
    await sql`create function forget_paid() returns trigger language plpgsql as $$ begin return old; end $$`.execute(
      db,
    );
    await sql`create trigger forgets before update of status on compensation for each row
      when (new.status = 'paid') execute function forget_paid()`.execute(db);
    const one = await started(shop, admin, await drafted(shop, admin, "pass-1"));
    for (let times = 0; times < 3; times += 1) await run(one.campaignId);
    await shop.pass(0);
    expect(await sentFor([first])).toEqual([[200]]);
    await sql`alter table order_refund drop constraint order_refund_pkey cascade`.execute(db);
    await sql`alter table order_refund_ticket drop constraint order_refund_ticket_pkey`.execute(db);
    await sql`drop index refund_of_order_refund, invoice_of_refund`.execute(db);
    const other = await started(shop, admin, await drafted(shop, admin, "pass-2"));
    await Promise.all([run(other.campaignId), run(other.campaignId)]);
    await shop.pass(0);
    expect(await sentFor([second])).toEqual([[200, 200]]);
    expect((await differences()).map(({ kind }) => kind)).toContain("compensation-wrong");
  } finally {
    [shop, admin] = [usual, usualAdmin];
    await unguarded.close();
  }
}, 120_000);

// covers: the draft of a compensation campaign is changed before it starts, and nobody overwrites a colleague's change
test("a draft is changed by one of two people at once, its change is recorded, and it starts only as it was seen", async () => {
  await orders("pass-1", 1);
  const campaign = await drafted(shop, admin, "pass-1");
  const { campaignId, version, from, to, reasons } = campaign;
  const values = { campaignId, version, from, to, reasons, articles: ["pass-1"], kind: "fixed" as const };
  const redraft = (more: { name: string; amount?: ReturnType<typeof euros>; version?: number }) =>
    shop.api.call("changeCampaignDraft", { ...values, amount: euros(300), ...more }, { token: admin.token });
  const answers = await Promise.all([redraft({ name: "Strike of Monday" }), redraft({ name: "Strike of Tuesday" })]);
  const changed = answers.flatMap(({ body }) => body.campaign ?? []);
  expect(changed).toMatchObject([{ version: version + 1, kind: "fixed", amount: euros(300) }]);
  expect(answers.flatMap(({ body }) => body.error ?? [])).toMatchObject([
    { code: "TRANSITION_NOT_ALLOWED", details: { reason: "changed" } },
  ]);
  const recorded = await sql<{ changes: unknown }>`select changes from staff_act
    where thing = ${campaignId} and act = 'compensation.change-draft'`.execute(shop.api.deps.db);
  expect(recorded.rows).toEqual([
    {
      changes: [
        { field: "campaign-name", before: "Strike", after: changed[0]?.name },
        { field: "campaign-amount", before: "per-day 2.00 EUR", after: "fixed 3.00 EUR" },
      ],
    },
  ]);

  const total = (await shop.api.call("previewCampaign", { campaignId }, { token: admin.token })).body.total;
  const start = (seen: number) =>
    shop.api.call("startCampaign", { campaignId, total, version: seen, reason: "Strike" }, { token: admin.token });
  expect((await start(version)).body.error?.details).toEqual({ reason: "changed" });
  const started = (await start(version + 1)).body.campaign;
  expect(started?.status).not.toBe("draft");
  const late = await redraft({ name: "Too late", version: version + 1 });
  expect(late.body.error).toMatchObject({ code: "TRANSITION_NOT_ALLOWED", details: { state: started?.status } });
  expect((await redraft({ name: "No amount", amount: euros(0) })).body.error?.code).toBe("FIELD_INVALID");
});
