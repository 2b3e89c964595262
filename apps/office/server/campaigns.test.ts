import type { Campaign, Compensation } from "@guichet/contract/office/compensations.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const campaignId = "0193a1f0-0000-7000-8000-000000000001";
const draft: Campaign = {
  campaignId,
  name: "Grève du 20",
  status: "draft",
  version: 3,
  reasons: [
    { language: "fr", text: "La grève du 20 novembre" },
    { language: "en", text: "The strike of 20 November" },
  ],
  from: "2026-11-20",
  to: "2026-11-20",
  articles: ["pass"],
  categories: [],
  lines: [],
  zones: [],
  kind: "fixed",
  amount: euros(250),
  percent: null,
  voucherUntil: null,
  unpayable: "report",
  draftedBy: "Ana Silva",
  draftedAt: "2026-11-21T09:00:00.000Z",
  startedBy: null,
  startedAt: null,
  decidedBy: null,
  totals: null,
};
const ticket = {
  ticketId: "0193a1f0-0000-7000-8000-000000000002",
  serial: "T-000001",
  orderId: "0193a1f0-0000-7000-8000-000000000003",
  orderNumber: "2026-000017",
  articleId: "pass",
  name: "Pass mensuel",
  days: 1,
  amount: euros(250),
};
const failed: Compensation = {
  ...ticket,
  compensationId: "0193a1f0-0000-7000-8000-000000000004",
  status: "failed",
  refunded: euros(0),
  voucher: euros(0),
  voucherCode: null,
  problem: "AT_COUNTER",
  creditNoteNumber: null,
  doneAt: "2026-11-21T10:00:00.000Z",
};
const totals = {
  ...{ entitled: 3, amount: euros(750), pending: 0, paid: 2, failed: 1, skipped: 0, cancelled: 0 },
  ...{ refunded: euros(500), vouchers: euros(0) },
};
const finished: Campaign = { ...draft, status: "finished", startedBy: "Ana Silva", totals };
let shown = { campaign: draft, mayDecide: false };
let needsApproval = false;
let refusal: { status: number; code: string; details?: object } | undefined;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const changed = (_seen: unknown, reply: { code(status: number): { send(body: unknown): unknown } }) => {
    if (refusal !== undefined)
      return reply
        .code(refusal.status)
        .send({ status: "ko", error: { code: refusal.code, message: "", details: refusal.details } });
    return { status: "ok", campaign: shown.campaign, retried: 1, left: 0 };
  };
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listCampaigns": () => ({ status: "ok", items: [finished], nextCursor: "next-1" }),
      "/Office/getCampaignChoices": () => ({
        ...{
          status: "ok",
          currency: "EUR",
          languages: ["fr", "en"],
          today: "2026-11-21",
          lines: ["Ligne 7"],
          zones: [],
        },
        articles: [
          { id: "pass", name: "Pass mensuel", onSale: true },
          { id: "old", name: "Ancien pass", onSale: false },
        ],
        categories: [{ id: "passes", name: "Abonnements" }],
      }),
      "/Office/getCampaign": () => ({
        ...{ status: "ok", ...shown, problems: [{ problem: "AT_COUNTER", count: 1 }] },
        acts: [{ act: "compensation.draft", by: "Ana Silva", at: "2026-11-21T09:00:00.000Z", reason: null }],
      }),
      "/Office/previewCampaign": () => ({
        ...{ status: "ok", entitled: 3, total: euros(750), needsApproval, first: [ticket] },
        articles: [{ articleId: "pass", name: "Pass mensuel", entitled: 3, total: euros(750) }],
      }),
      "/Office/listCompensations": () => ({ status: "ok", items: [failed] }),
      "/Office/downloadCompensations": (_seen, reply) =>
        reply.header("content-type", "text/csv").send("ticket;amount\n"),
      "/Office/draftCampaign": changed,
      "/Office/changeCampaignDraft": changed,
      "/Office/startCampaign": changed,
      "/Office/decideCampaign": changed,
      "/Office/changeCampaign": changed,
      "/Office/retryCompensations": changed,
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = { campaign: draft, mayDecide: false };
  needsApproval = false;
  refusal = undefined;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const plain = (body: string) => body.replaceAll(/[\u00a0\u202f]/gu, " ");
const get = async (path: string) => {
  const reply = await office.inject({ url: `/demo/campaigns${path}`, headers });
  return { statusCode: reply.statusCode, headers: reply.headers, body: plain(reply.body) };
};
const post = async (path: string, values: [string, string][]) => {
  const reply = await office.inject({
    method: "POST",
    url: `/demo/campaigns${path}`,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
  return { statusCode: reply.statusCode, location: reply.headers.location, body: plain(reply.body) };
};
const change = (values: Record<string, string>) => post(`/${campaignId}`, Object.entries(values));
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`).map(({ values }) => values);
const typed: [string, string][] = [
  ["key", "0193a1f0-0000-7000-8000-0000000000ff"],
  ...["fr", "en"].map((language): [string, string] => ["language", language]),
  ["name", "Grève du 20"],
  ["from", "2026-11-20"],
  ["to", "2026-11-20"],
  ["articles", "pass"],
  ["kind", "fixed"],
  ["amount", "2,50"],
  ["unpayable", "report"],
  ["reason-fr", "La grève du 20 novembre"],
  ["reason-en", "The strike of 20 November"],
];
const without = (name: string) => typed.filter(([field]) => field !== name);

// covers: compensation campaigns in the office, from the draft to the CSV
test("the list shows each campaign with its days, what was given and its state, by state and page", async () => {
  const { statusCode, body } = await get("");
  expect(statusCode).toBe(200);
  for (const text of [
    "Grève du 20",
    "20 nov. 2026",
    "2 sur 3 billets",
    "1 échec",
    "7,50 €",
    "Terminée",
    "Nouvelle campagne",
  ])
    expect(body).toContain(text);
  expect(body).toContain('href="/demo/campaigns?after=next-1"');
  await get("?status=draft&after=abc");
  expect(sent("listCampaigns")[1]).toMatchObject({ status: "draft", cursor: "abc" });
});

// covers: compensation campaigns in the office, from the draft to the CSV
test("a draft is sent once it is complete; what is missing is named, and nothing that was typed is lost", async () => {
  const form = (await get("/new")).body;
  for (const text of ["Pass mensuel", "N’est plus en vente", "Abonnements", "Ligne 7", "En anglais"])
    expect(form).toContain(text);
  for (const [field, text] of [
    ["name", "Donnez un nom à la campagne."],
    ["articles", "Choisissez au moins un article ou une catégorie."],
    ["amount", "Indiquez le montant."],
    ["reason-en", "Écrivez le motif dans chaque langue."],
  ] as const) {
    const { body } = await post("/new", without(field));
    expect(body).toContain(text);
    expect(body).toContain("La grève du 20 novembre");
  }
  expect(sent("draftCampaign")).toEqual([]);
  const { location } = await post("/new", typed);
  expect(location).toBe(`/demo/campaigns/${campaignId}?done=drafted`);
  expect(sent("draftCampaign")).toMatchObject([
    {
      ...{ name: "Grève du 20", from: "2026-11-20", articles: ["pass"], kind: "fixed", amount: euros(250) },
      reasons: [{ language: "fr", text: "La grève du 20 novembre" }, { language: "en" }],
    },
  ]);
  await post("/new", [...without("kind"), ["kind", "share"], ["percent", "10"]]);
  expect(sent("draftCampaign")[1]).toMatchObject({ kind: "share", percent: 10 });
  expect(sent("draftCampaign")[1]).not.toHaveProperty("amount");
});

// covers: the draft of a compensation campaign is changed before it starts, and nobody overwrites a colleague's change
test("a draft is changed in the same form, and a colleague's change is shown before it is overwritten", async () => {
  shown = { ...shown, campaign: draft };
  const form = (await get(`/${campaignId}/draft`)).body;
  for (const text of ['value="Grève du 20"', 'name="version" value="3"', 'value="2,50"']) expect(form).toContain(text);
  const values = [...without("name"), ["name", "Grève du 20 novembre"], ["version", "3"]] as typeof typed;
  const { location } = await post(`/${campaignId}/draft`, values);
  expect(location).toBe(`/demo/campaigns/${campaignId}?done=drafted`);
  expect(sent("changeCampaignDraft")).toMatchObject([
    { campaignId, version: 3, name: "Grève du 20 novembre", amount: euros(250) },
  ]);
  refusal = { status: 409, code: "TRANSITION_NOT_ALLOWED", details: { reason: "changed" } };
  shown = { ...shown, campaign: { ...draft, name: "Grève nationale", version: 4 } };
  const { body } = await post(`/${campaignId}/draft`, values);
  for (const text of [
    "Le brouillon actuel : Grève nationale",
    'value="Grève du 20 novembre"',
    'name="version" value="4"',
  ])
    expect(body).toContain(text);
});

// covers: a form of a compensation campaign keeps its input when the permission was revoked
test("a draft whose permission was revoked is refused, and everything that was typed stays in the form", async () => {
  refusal = { status: 403, code: "ROLE_NOT_ALLOWED" };
  const { statusCode, body } = await post("/new", typed);
  expect(statusCode).toBe(403);
  expect(body).toContain("Il y a un problème");
  for (const text of ['value="Grève du 20"', 'value="2,50"', "The strike of 20 November"]) expect(body).toContain(text);
  refusal = { status: 400, code: "FIELD_INVALID", details: { field: "to" } };
  expect((await post("/new", typed)).body).toContain("Le dernier jour ne peut être ni après aujourd’hui");
});

test("a new form can start from an earlier campaign", async () => {
  const { body } = await get(`/new?from=${campaignId}`);
  for (const text of ['value="Grève du 20"', 'value="2,50"', "La grève du 20 novembre"]) expect(body).toContain(text);
});

// covers: a compensation campaign shows who is entitled and the total before it starts, and pays each ticket once
test("a draft shows its preview, and starts with the total that was confirmed; a changed total starts nothing", async () => {
  const { body } = await get(`/${campaignId}`);
  for (const text of [
    "Total pour 3 billets",
    "Je confirme le total de 7,50 €.",
    "T-000001",
    "Pass mensuel",
    "Lancer le versement",
  ])
    expect(body).toContain(text);
  expect((await change({ what: "start", total: "750 EUR", reason: "Décidé" })).body).toContain("Il y a un problème");
  expect((await change({ what: "start", total: "750 EUR", reason: "", sure: "on" })).body).toContain(
    "Il y a un problème",
  );
  expect(sent("startCampaign")).toEqual([]);
  const start = { what: "start", total: "750 EUR", reason: "Décidé par la direction", sure: "on" };
  expect((await change(start)).location).toBe(`/demo/campaigns/${campaignId}?done=start`);
  expect(sent("startCampaign")).toMatchObject([{ campaignId, total: euros(750), reason: "Décidé par la direction" }]);
  refusal = { status: 409, code: "COMPENSATION_TOTAL_CHANGED" };
  const late = await change(start);
  expect(late.body).toContain("Le total a changé entre-temps");
  expect(late.body).toContain("Décidé par la direction");
  needsApproval = true;
  expect((await get(`/${campaignId}`)).body).toContain("Demander l’approbation");
});

// covers: above the network's threshold a second person approves a compensation campaign
test("a campaign that waits offers the decision to another person only", async () => {
  shown = { campaign: { ...finished, status: "awaiting" }, mayDecide: false };
  expect((await get(`/${campaignId}`)).body).toContain("Lancée par Ana Silva. Une autre personne doit l’approuver.");
  shown.mayDecide = true;
  expect((await get(`/${campaignId}`)).body).toContain("Approuver et verser");
  await change({ what: "approve" });
  await change({ what: "refuse", reason: "Trop tôt" });
  expect(sent("decideCampaign")).toMatchObject([{ decision: "approve" }, { decision: "refuse", reason: "Trop tôt" }]);
  refusal = { status: 409, code: "SECOND_PERSON_REQUIRED" };
  expect((await change({ what: "approve" })).body).toContain("Il y a un problème");
});

// covers: compensation campaigns in the office, from the draft to the CSV
test("a campaign is paused, resumed and ended with a reason, and failed compensations are paid again, one or all", async () => {
  shown = { campaign: { ...finished, status: "running", totals: { ...totals, pending: 1 } }, mayDecide: false };
  expect((await get(`/${campaignId}`)).body).toContain("Mettre en pause");
  shown = { campaign: { ...finished, status: "paused" }, mayDecide: false };
  expect((await get(`/${campaignId}`)).body).toContain("Reprendre le versement");
  for (const what of ["pause", "resume", "end"]) await change({ what, reason: "Vérification" });
  expect(sent("changeCampaign").map((values) => (values as { action: string }).action)).toEqual([
    "pause",
    "resume",
    "end",
  ]);
  shown = { campaign: finished, mayDecide: false };
  const { body } = await get(`/${campaignId}?state=failed`);
  for (const text of [
    "Relancer # échec".replace("#", "1"),
    "Payé en agence : à rembourser à la main.",
    "Relancer le billet T-000001",
  ])
    expect(body).toContain(text);
  expect(sent("listCompensations").at(-1)).toMatchObject({ campaignId, status: "failed" });
  expect((await change({ what: "retry", reason: "" })).body).toContain("Il y a un problème");
  const retried = await change({ what: "retry", reason: "Corrigé", compensation: failed.compensationId });
  expect(retried.location).toBe(`/demo/campaigns/${campaignId}?done=retry&retried=1&left=0`);
  await change({ what: "retry", reason: "Corrigé" });
  const [one, all] = sent("retryCompensations");
  expect(one).toMatchObject({ campaignId, compensationId: failed.compensationId, reason: "Corrigé" });
  expect(all).not.toHaveProperty("compensationId");
});

// covers: compensation campaigns in the office, from the draft to the CSV
test("the CSV is saved as a file", async () => {
  const { headers: answered, body } = await get(`/${campaignId}/compensations.csv`);
  expect(answered["content-type"]).toContain("text/csv");
  expect(answered["content-disposition"]).toBe('attachment; filename="compensations.csv"');
  expect(body).toBe("ticket;amount\n");
});
