import { addDays } from "@guichet/rules/dates/days.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { audit } from "../audit/audit.ts";
import { packVouchers } from "../cart/voucher-store.ts";
import { runTransaction } from "../database/transaction.ts";
import { savePack } from "../networks/store.ts";
import { eraseAccount } from "../privacy/erase-account.ts";
import {
  campaignNow,
  compensationEmails,
  compensationsNow,
  drafted,
  euros,
  passes,
  reasons,
  shiftTickets,
  started,
  todayOf,
} from "../testing/test-campaigns.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";
import { openTestShop, type Shop } from "../testing/test-purchase.ts";
import { bought, traces, vatSums } from "../testing/test-refunds.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";
import { saveVignette } from "../wallet/vignette-store.ts";
import { readCampaign } from "./campaign-store.ts";
import { freeze } from "./start-campaign.ts";

const carnet = testArticle({ id: "carnet", price: 1200, trips: 10 });
const articles = [...passes(8), carnet, testArticle({ id: "single", price: 150 })];
const pack = testPack({ articles, network: { refundApprovalAbove: 1000 } });
let shop: Shop;
let admin: TestStaff;
let other: TestStaff;
beforeAll(async () => {
  shop = await openTestShop({ packs: [pack, testPack({ id: "south", articles })] });
  admin = await testStaff(shop.api, { north: ["admin"] }, "Soazig Perrot");
  other = await testStaff(shop.api, { north: ["admin"] }, "Malo Riou");
}, 60_000);
afterAll(() => shop.close());

const differences = () => audit(shop.api.deps, { grace: 0 });
const buyer = () => testPerson(shop.api.deps);
const call: Shop["api"]["call"] = (name, values, options) => shop.api.call(name, values, options);

describe("a campaign", () => {
  // covers: a compensation campaign shows who is entitled and the total before it starts, and pays each ticket once
  test("is previewed without writing anything, started with the total that was shown, and pays each ticket once, with its reason", async () => {
    const [one, two] = [await buyer(), await buyer()];
    const family = await bought(shop, one, 12_000, ["pass-1", 2]);
    const single = await bought(shop, two, 6000, ["pass-1"]);
    const unrelated = await bought(shop, two, 6000, ["pass-2"]);
    const campaign = await drafted(shop, admin, "pass-1");
    expect(campaign).toMatchObject({ status: "draft", totals: null, draftedBy: "Soazig Perrot", amount: euros(200) });
    const { campaignId } = campaign;
    const preview = (await call("previewCampaign", { campaignId }, { token: other.token })).body;
    expect(preview).toMatchObject({
      ...{ entitled: 3, total: euros(600) },
      articles: [{ articleId: "pass-1", entitled: 3, total: euros(600) }],
      first: [{ days: 1, amount: euros(200) }, {}, {}],
    });
    expect(await compensationsNow(shop, admin, campaign)).toEqual([]);
    const start = (total: { amount: number; currency: string }) =>
      call("startCampaign", { campaignId, total, reason: "Strike" }, { token: admin.token });
    expect((await start(euros(599))).body.error).toMatchObject({
      ...{ code: "COMPENSATION_TOTAL_CHANGED", details: { amount: 600, currency: "EUR" } },
    });
    expect((await start({ amount: 600, currency: "USD" })).body.error?.code).toBe("COMPENSATION_TOTAL_CHANGED");
    const both = await Promise.all([start(euros(600)), start(euros(600))]);
    expect(both.map(({ body }) => body.error?.code).toSorted()).toEqual(["TRANSITION_NOT_ALLOWED", undefined]);
    await shop.pass(0);
    const ended = await campaignNow(shop, admin, campaign);
    expect(ended).toMatchObject({
      ...{ status: "finished", startedBy: "Soazig Perrot", decidedBy: null },
      totals: {
        entitled: 3,
        amount: euros(600),
        paid: 3,
        pending: 0,
        failed: 0,
        refunded: euros(600),
        vouchers: euros(0),
      },
    });
    expect(await traces(shop, family.orderId)).toMatchObject({
      status: "COMPLETED",
      notes: [200, 200],
      sent: [200, 200],
    });
    expect(await traces(shop, single.orderId)).toMatchObject({
      tickets: ["active"],
      notes: [200],
      sent: [200],
      emails: 0,
    });
    expect(await traces(shop, unrelated.orderId)).toMatchObject({ notes: [], sent: [] });
    const [email, ...more] = await compensationEmails(shop, single.orderId);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ refund: euros(200), voucher: null, reason: `The strike, in ${email?.language}` });
    expect(await vatSums(shop, single.orderId, "credit-note")).toEqual([{ rate: 10, gross: 200, vat: 18 }]);
    const { items } = (await call("listRefunds", { orderId: single.orderId }, { token: admin.token })).body;
    expect(items).toMatchObject([
      { scope: "goodwill", reason: "Strike", requestedBy: "Soazig Perrot", sent: euros(200) },
    ]);
    const { acts } = (await call("getCampaign", { campaignId }, { token: admin.token })).body;
    expect(acts.map(({ act, by }) => [act, by])).toEqual([
      ["compensation.start", "Soazig Perrot"],
      ["compensation.draft", "Soazig Perrot"],
    ]);
    expect((await call("previewCampaign", { campaignId }, { token: admin.token })).body.error?.code).toBe(
      "TRANSITION_NOT_ALLOWED",
    );
    expect(await differences()).toEqual([]);
  }, 120_000);

  // covers: above the network's threshold a second person approves a compensation campaign
  test("above the threshold waits for a second person; refused, it pays nothing; who started it cannot decide, even in the database", async () => {
    const { orderId } = await bought(shop, await buyer(), 6000, ["pass-3"]);
    const decide = (staff: TestStaff, campaignId: string, decision: "approve" | "refuse") =>
      call("decideCampaign", { campaignId, decision }, { token: staff.token });
    const percent = { kind: "share", percent: 20 };
    const refused = await started(shop, admin, await drafted(shop, admin, "pass-3", percent));
    expect(refused).toMatchObject({ status: "awaiting", totals: { pending: 1, amount: euros(1200) } });
    expect((await decide(admin, refused.campaignId, "approve")).body.error?.code).toBe("SECOND_PERSON_REQUIRED");
    const bySame = sql`update compensation_campaign set decided_by = started_by where id = ${refused.campaignId}`;
    await expect(bySame.execute(shop.api.deps.db)).rejects.toThrow("check constraint");
    await decide(other, refused.campaignId, "refuse");
    await shop.pass(0);
    expect(await campaignNow(shop, admin, refused)).toMatchObject({
      status: "refused",
      totals: { cancelled: 1, paid: 0 },
    });
    const again = await started(shop, admin, await drafted(shop, admin, "pass-3", percent));
    const both = await Promise.all([1, 2].map(() => decide(other, again.campaignId, "approve")));
    expect(both.map(({ body }) => body.error?.code).toSorted()).toEqual(["TRANSITION_NOT_ALLOWED", undefined]);
    await shop.pass(0);
    expect(await campaignNow(shop, admin, again)).toMatchObject({ status: "finished", decidedBy: "Malo Riou" });
    expect(await traces(shop, orderId)).toMatchObject({ notes: [1200], sent: [1200] });
    expect(await differences()).toEqual([]);
  }, 120_000);

  // covers: a compensation campaign entitles tickets that were valid on its days, or validated on its lines
  test("entitles for the days on which a pass was valid, and trips or passes that were validated on its lines or in its zones", async () => {
    const today = todayOf(shop);
    const person = await buyer();
    const pass = await bought(shop, person, 6000, ["pass-4"]);
    await shiftTickets(shop, pass.orderId, 3);
    const { orderId } = await bought(shop, person, 1200, ["carnet"]);
    const { db, clock } = shop.api.deps;
    const bus = { stickerId: "BUS4", kind: "vehicle" as const, name: "Bus 12", stopId: null, line: "4" };
    await saveVignette(db, "north", bus, clock.iso());
    const tickets = (await call("tickets", {}, { token: person.token })).body.items;
    const ticketOf = (id: string) => tickets.find((ticket) => ticket.orderId === id)?.ticketId ?? "";
    const previewOf = async (more: Record<string, unknown>) => {
      const { campaignId } = await drafted(shop, admin, "pass-4", {
        articles: ["pass-4", "carnet"],
        from: addDays(today, -5),
        ...more,
      });
      const { first } = (await call("previewCampaign", { campaignId }, { token: admin.token })).body;
      return first.map(({ articleId, days, amount }) => [articleId, days, amount.amount]).toSorted();
    };
    expect(await previewOf({})).toEqual([["pass-4", 4, 800]]);
    expect(await previewOf({ to: addDays(today, -4) })).toEqual([]);
    expect(await previewOf({ lines: ["4"] })).toEqual([]);
    const used = await call("punchTicket", { ticketId: ticketOf(orderId), stickerId: "BUS4" }, { token: person.token });
    expect(used.body.error).toBeUndefined();
    expect(await previewOf({})).toEqual([
      ["carnet", 1, 200],
      ["pass-4", 4, 800],
    ]);
    expect(await previewOf({ lines: ["4", "5"] })).toEqual([["carnet", 1, 200]]);
    expect(await previewOf({ lines: ["5"] })).toEqual([]);
    await call("punchTicket", { ticketId: ticketOf(pass.orderId), stickerId: "BUS4" }, { token: person.token });
    expect(await previewOf({ lines: ["4"] })).toEqual([
      ["carnet", 1, 200],
      ["pass-4", 1, 200],
    ]);
    expect(await previewOf({ zones: ["Z1"] })).toEqual([]);
    await sql`with feed as (insert into transit_feed (network_id, zip, digest, imported_at)
        values ('north', '', 'd', now()) returning network_id)
      insert into transit_stop (network_id, id, name, zone) select network_id, 's1', 'Gare', 'Z1' from feed`.execute(
      db,
    );
    await sql`update vignette set stop_id = 's1' where sticker_id = 'BUS4'`.execute(db);
    expect(await previewOf({ zones: ["Z1", "Z2"] })).toEqual([
      ["carnet", 1, 200],
      ["pass-4", 1, 200],
    ]);
    expect(await previewOf({ zones: ["Z2"] })).toEqual([]);
    expect(await previewOf({ articles: [], categories: ["tickets"], lines: ["4"] })).toEqual([
      ["carnet", 1, 200],
      ["pass-4", 1, 200],
    ]);
  }, 120_000);

  // covers: a compensation is an amount, an amount per day, a share, or a voucher, and never more than the price paid
  test("gives, with all others together, no more than the price paid for a ticket", async () => {
    const { orderId } = await bought(shop, await buyer(), 150, ["single"]);
    await sql`update ticket set valid_from = issued_at, valid_until = issued_at + interval '1 hour', use_before = null
      where order_id = ${orderId}`.execute(shop.api.deps.db);
    const fixed = { kind: "fixed", amount: euros(100) };
    const first = await started(shop, admin, await drafted(shop, admin, "single", fixed));
    expect(first.totals?.amount).toEqual(euros(100));
    const second = await started(shop, admin, await drafted(shop, admin, "single", fixed));
    expect(second.totals?.amount).toEqual(euros(50));
    await shop.pass(0);
    const third = await started(shop, admin, await drafted(shop, admin, "single", fixed));
    expect(third.totals).toMatchObject({ entitled: 0, amount: euros(0) });
    await shop.pass(0);
    expect(await campaignNow(shop, admin, third)).toMatchObject({ status: "finished" });
    expect(await traces(shop, orderId)).toMatchObject({ status: "COMPLETED", sent: [50, 100] });
    expect(await differences()).toEqual([]);
  }, 120_000);

  // covers: the report of a compensation campaign, also as CSV
  // covers: what a compensation campaign cannot refund is reported with a reason, or becomes a voucher
  test("reports what cannot be refunded, or gives a voucher for it; who was deleted is skipped", async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map(buyer));
    const orders = [];
    for (const person of people) orders.push((await bought(shop, person, 6000, ["pass-5"])).orderId);
    const [partly = "", none = "", counter = "", refunded = "", deleted = ""] = orders;
    const { db } = shop.api.deps;
    const refund = (orderId: string, scope: "goodwill" | "order", amount?: number) =>
      call(
        "refundOrder",
        { orderId, scope, reason: "before", ...(amount === undefined ? {} : { amount: euros(amount) }) },
        { token: admin.token },
      );
    const approve = async () => {
      const { items } = (await call("listRefunds", { status: "awaiting" }, { token: other.token })).body;
      for (const { refundId } of items)
        await call("decideRefund", { refundId, decision: "approve" }, { token: other.token });
    };
    const campaign = await drafted(shop, admin, "pass-5");
    await refund(partly, "goodwill", 5900);
    await refund(none, "goodwill", 6000);
    await approve();
    await sql`update orders set payment_method = 'CASH', paid_at_counter = true where id = ${counter}`.execute(db);
    await started(shop, admin, campaign);
    await refund(refunded, "order");
    await approve();
    await db.transaction().execute((tx) => eraseAccount(tx, shop.api.deps, "north", people[4]?.accountId ?? ""));
    await shop.pass(0);
    const results = async (of: typeof campaign) =>
      new Map((await compensationsNow(shop, admin, of)).map(({ orderId, ...row }) => [orderId, row]));
    const reported = await results(campaign);
    expect(reported.get(partly)).toMatchObject({ status: "failed", refunded: euros(100), problem: "PARTLY_PAID" });
    expect(reported.get(none)).toMatchObject({ status: "failed", refunded: euros(0), problem: "NOTHING_LEFT" });
    expect(reported.get(counter)).toMatchObject({ status: "failed", problem: "AT_COUNTER", voucherCode: null });
    expect(reported.get(refunded)).toMatchObject({ status: "failed", problem: "TICKET_REFUNDED" });
    expect(reported.get(deleted)).toMatchObject({ status: "skipped", problem: "PERSON_DELETED", refunded: euros(0) });
    expect((await campaignNow(shop, admin, campaign)).totals).toMatchObject({ failed: 4, skipped: 1, paid: 0 });
    expect(await compensationEmails(shop, none)).toEqual([]);
    const withVouchers = { unpayable: "voucher", voucherUntil: addDays(todayOf(shop), 30) };
    const again = await started(shop, admin, await drafted(shop, admin, "pass-5", withVouchers));
    expect(again.totals).toMatchObject({ entitled: 3 });
    await shop.pass(0);
    expect((await results(again)).get(counter)).toMatchObject({
      ...{ status: "paid", problem: "AT_COUNTER", refunded: euros(0), voucher: euros(200) },
      voucherCode: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
    });
    await sql`update orders set payment_method = 'CARD', paid_at_counter = false where id = ${counter}`.execute(db);
    const { body: csv } = await call("downloadCompensations", { campaignId: again.campaignId }, { token: admin.token });
    const [head, ...lines] = new TextDecoder().decode(csv.bytes).trim().split("\r\n");
    expect(head).toBe(
      "order,ticket,article,name,days,amount,currency,status,refunded,voucher,problem,credit_note,done_at",
    );
    expect(lines).toHaveLength(3);
    const [, ...fields] = lines.find((line) => line.includes("AT_COUNTER"))?.split(",") ?? [];
    expect(fields.slice(1, -1)).toEqual([
      "pass-5",
      "pass-5",
      "1",
      "2.00",
      "EUR",
      "paid",
      "0.00",
      "2.00",
      "AT_COUNTER",
      "",
    ]);
    expect(await differences()).toEqual([]);
  }, 120_000);

  // covers: vouchers of a compensation campaign are used once, and survive an import of the pack
  test("gives vouchers by e-mail that are used once until their last day, and that an import of the pack leaves alone", async () => {
    const person = await buyer();
    const { orderId } = await bought(shop, person, 6000, ["pass-6"]);
    const terms = { kind: "voucher", amount: euros(300), voucherUntil: addDays(todayOf(shop), 1) };
    const campaign = await started(shop, admin, await drafted(shop, admin, "pass-6", terms));
    await shop.pass(0);
    expect(await campaignNow(shop, admin, campaign)).toMatchObject({
      ...{ status: "finished", totals: { paid: 1, refunded: euros(0), vouchers: euros(300) } },
    });
    const [email] = await compensationEmails(shop, orderId);
    expect(email).toMatchObject({
      refund: null,
      creditNoteNumber: null,
      voucher: { value: euros(300), lastDay: addDays(todayOf(shop), 1) },
    });
    const { code } = z.object({ code: z.string() }).parse(email?.voucher);
    const { deps } = shop.api;
    await deps.db.transaction().execute((tx) => savePack(tx, pack, deps.clock.iso()));
    expect(await packVouchers(deps.db, "north")).toEqual([]);
    expect(await traces(shop, orderId)).toMatchObject({ notes: [], sent: [] });
    const next = await bought(shop, person, 5700, { vouchers: [code] }, ["pass-7"]);
    expect(next.orderId).not.toBe("");
    const twice = bought(shop, await buyer(), 5700, { vouchers: [code] }, ["pass-7"]);
    await expect(twice).rejects.toThrow("VOUCHER_LIMIT_REACHED");
    expect(await differences()).toEqual([]);
  }, 120_000);
});

describe("the draft of a campaign", () => {
  // covers: the terms of a compensation campaign are complete and do not contradict each other
  test.each<[string, Record<string, unknown>, string, string]>([
    ["a reason in one language only", { reasons: reasons.slice(1) }, "FIELD_REQUIRED", "reasons"],
    ["two reasons in a language", { reasons: [...reasons, ...reasons.slice(1)] }, "FIELD_INVALID", "reasons"],
    ["no articles", { articles: [] }, "FIELD_REQUIRED", "articles"],
    ["an unknown article", { articles: ["pass-1", "pas-1"] }, "FIELD_INVALID", "articles"],
    ["an unknown category", { categories: ["passes"] }, "FIELD_INVALID", "categories"],
    ["a day to come", { to: "2099-01-01" }, "FIELD_INVALID", "to"],
    ["the end before the beginning", { from: "2026-11-02", to: "2026-11-01" }, "FIELD_INVALID", "to"],
    ["more than a year", { from: "2024-11-01" }, "FIELD_INVALID", "to"],
    ["an amount of another currency", { amount: { amount: 200, currency: "CHF" } }, "FIELD_INVALID", "amount"],
    ["an amount of nothing", { amount: euros(0) }, "FIELD_INVALID", "amount"],
    ["no amount", { amount: undefined }, "FIELD_REQUIRED", "amount"],
    ["an amount and a percentage", { percent: 10 }, "FIELD_INVALID", "percent"],
    ["a share without a percentage", { kind: "share", amount: undefined }, "FIELD_REQUIRED", "percent"],
    ["a share and an amount", { kind: "share", percent: 10 }, "FIELD_INVALID", "amount"],
    ["more than everything", { kind: "share", amount: undefined, percent: 101 }, "FIELD_INVALID", "percent"],
    ["vouchers without a last day", { kind: "voucher" }, "FIELD_REQUIRED", "voucherUntil"],
    ["vouchers that have ended", { unpayable: "voucher", voucherUntil: "2026-01-01" }, "FIELD_INVALID", "voucherUntil"],
    ["a last day without vouchers", { voucherUntil: "2030-01-01" }, "FIELD_INVALID", "voucherUntil"],
  ])(
    "with %s is refused",
    async (_, change, code, field) => {
      const today = todayOf(shop);
      const whole = {
        name: "Strike",
        reasons,
        from: today,
        to: today,
        articles: ["pass-1"],
        kind: "per-day",
        amount: euros(200),
      };
      const { error } = (await call("draftCampaign", { ...whole, ...change } as never, { token: admin.token })).body;
      expect(error).toMatchObject({ code, details: { field } });
    },
    120_000,
  );

  test("entitles a limited number of tickets", async () => {
    await bought(shop, await buyer(), 18_000, ["pass-8", 3]);
    const { deps } = shop.api;
    const { campaignId } = await drafted(shop, admin, "pass-8");
    const [network, campaign] = [await deps.networks.get("north"), await readCampaign(deps.db, "north", campaignId)];
    if (network === undefined || campaign === undefined) throw new Error("nothing to start");
    const frozen = (max: number) => runTransaction(deps.db, (tx) => freeze(tx, deps, network, campaign, max));
    expect(await frozen(2)).toMatchObject({ code: "COMPENSATIONS_TOO_MANY", details: { max: 2 } });
    expect(await compensationsNow(shop, admin, { campaignId })).toEqual([]);
    expect(await frozen(3)).toEqual({ ok: true, value: 600 });
  });

  test("is another network's secret, and an unknown one is not found", async () => {
    const { campaignId } = await drafted(shop, admin, "pass-8");
    const stranger = await testStaff(shop.api, { south: ["admin"] });
    const nobody = shop.api.deps.ids.uuid();
    const asking = { token: stranger.token, network: "south" };
    for (const id of [campaignId, nobody, "nothing"]) {
      const asked = { campaignId: id };
      const change = { ...asked, reason: "none" };
      const replies = await Promise.all([
        call("getCampaign", asked, asking),
        call("previewCampaign", asked, asking),
        call("listCompensations", asked, asking),
        call("downloadCompensations", asked, asking),
        call("startCampaign", { ...change, total: euros(0) }, asking),
        call("decideCampaign", { ...asked, decision: "approve" }, asking),
        call("changeCampaign", { ...change, action: "end" }, asking),
      ]);
      expect(replies.map(({ body }) => body.error?.code)).toEqual(Array(7).fill("NOT_FOUND"));
    }
    const { items } = (await call("listCampaigns", { status: "draft" }, asking)).body;
    expect(items).toEqual([]);
    expect((await call("listCampaigns", { limit: 1 }, { token: admin.token })).body).toMatchObject({
      ...{ items: [{ campaignId }], nextCursor: expect.any(String) },
    });
  });
});
