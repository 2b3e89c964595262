import type { Figures } from "@guichet/contract/office/figures.ts";
import type { Queue } from "@guichet/contract/office/overview.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const queue = (name: Queue["name"], more: Partial<Queue> = {}): Queue => ({
  name,
  count: 0,
  hasMore: false,
  oldestAt: null,
  missedCount: null,
  ...more,
});
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 3_600_000).toISOString();

const euros = (amount: number) => ({ amount, currency: "EUR" });
const sum = (count: number, amount: number) => ({ count, amount: euros(amount) });
const known: Figures = {
  currency: "EUR",
  sales: sum(3, 4550),
  refunds: sum(1, 150),
  days: [
    { day: "2026-11-01", sales: sum(2, 4400), refunds: sum(0, 0) },
    { day: "2026-11-02", sales: sum(1, 150), refunds: sum(1, 150) },
  ],
  products: [
    { itemId: "month", name: "Abonnement mensuel", quantity: 1, amount: euros(4100) },
    { itemId: null, name: "Livraison", quantity: 1, amount: euros(300) },
  ],
  otherProducts: { quantity: 1, amount: euros(150) },
  channels: [
    { origin: "ESHOP", client: "shop", sales: sum(2, 4400) },
    { origin: "RETAIL", client: "counter", sales: sum(1, 150) },
  ],
  methods: [
    { method: "CARD", sales: sum(2, 4550) },
    { method: null, sales: sum(1, 0) },
  ],
  attempts: [
    { kind: "page", count: 6, refusedCount: 0 },
    { kind: "charge", count: 2, refusedCount: 1 },
  ],
};
const nothing: Figures = {
  ...{ ...known, sales: sum(0, 0), refunds: sum(0, 0), products: [], otherProducts: { quantity: 0, amount: euros(0) } },
  days: known.days.map(({ day }) => ({ day, sales: sum(0, 0), refunds: sum(0, 0) })),
  ...{ channels: [], methods: [], attempts: [] },
};

let figures: Figures | "fails" = nothing;
let roles = ["admin"];
let queues: Queue[] | "fails" | "session over" = [];
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/getStaff": () => ({
        ...{
          status: "ok",
          expiresAt: "2026-12-31T00:00:00Z",
          nextStep: null,
          secondFactor: null,
          isSecondFactorRequired: false,
        },
        staff: {
          ...{ staffId: "s1", name: "Ana Silva", email: "ana@operator.example" },
          language: null,
          networks: [{ id: "demo", name: "Rivage", timeZone: "Europe/Paris", languages: ["fr", "en"], roles }],
        },
      }),
      "/Office/getFigures": (_seen, reply) =>
        figures === "fails" ? reply.code(500).send("broken") : { status: "ok", figures },
      "/Office/getQueues": (_seen, reply) => {
        if (queues === "fails") return reply.code(500).send("broken");
        if (queues === "session over")
          return reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } });
        return { status: "ok", queues };
      },
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  queues = [];
  figures = nothing;
  roles = ["admin"];
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path = "/demo", language = "fr") => {
  const {
    statusCode,
    body,
    headers: sent,
  } = await office.inject({
    url: path,
    headers: { ...headers, "accept-language": language },
  });
  // Without scripts, of which the last ones have the data of the page.
  const page = body
    .replaceAll("\u00a0", " ")
    .replaceAll("<!-- -->", "")
    .replaceAll(/<script[\s\S]*?<\/script>/g, "");
  return { statusCode, location: sent.location, page };
};
/** The row of a queue, as text. */
const row = (page: string, label: string) => {
  const found = page.match(/<li[ >][\s\S]*?<\/li>/g)?.find((one) => one.includes(label)) ?? "";
  return found
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
};

// covers: the home of the office shows what waits, since when and how much is late, and leads to it
test("the home shows each queue with its number, its age and what is late, and links to its list", async () => {
  queues = [
    queue("documents", { count: 12, oldestAt: daysAgo(4), missedCount: 3 }),
    queue("cards", { count: 1000, hasMore: true, oldestAt: daysAgo(0), missedCount: 0 }),
    queue("parcels", { missedCount: 0 }),
    queue("transfers", { count: 1, oldestAt: daysAgo(9) }),
    queue("disputes", { count: 2, oldestAt: daysAgo(30), missedCount: 1 }),
    queue("jobs", { count: 1, oldestAt: daysAgo(1) }),
    queue("discrepancies", { count: 1, oldestAt: daysAgo(2) }),
  ];
  const { statusCode, page } = await get();
  expect(statusCode).toBe(200);
  expect(row(page, "Justificatifs à instruire")).toBe(
    "Justificatifs à instruire 12 le plus ancien : 4 jours 3 en retard",
  );
  expect(row(page, "cartes à fabriquer")).toBe(
    "Commandes avec des cartes à fabriquer plus de 1 000 le plus ancien : 1 heure",
  );
  expect(row(page, "Colis à expédier")).toBe("Colis à expédier rien à traiter");
  expect(row(page, "Virements de remboursement")).toBe(
    "Virements de remboursement à libérer 1 le plus ancien : 9 jours",
  );
  expect(row(page, "Litiges bancaires")).toBe("Litiges bancaires en cours 2 le plus ancien : 30 jours 1 en retard");
  for (const link of [
    "/demo/documents",
    "/demo/orders?kind=cards&amp;state=TO_PROCESS",
    "/demo/orders?kind=SHIPPING",
    "/demo/refunds?list=to-release",
    "/demo/disputes",
    "/demo/operations",
    "/demo/payments/discrepancies",
  ])
    expect(page).toContain(`href="${link}"`);
  expect(peer.seen.find(({ path }) => path === "/Office/getQueues")?.values).toMatchObject({ networkId: "demo" });
  const english = await get("/demo", "en");
  expect(row(english.page, "Documents to examine")).toBe("Documents to examine 12 oldest: 4 days 3 late");
});

// covers: the home of the office shows what waits, since when and how much is late, and leads to it
test("with empty queues, nothing is to do; without queues, the screens are what is left", async () => {
  queues = [queue("documents", { missedCount: 0 }), queue("terminations")];
  const idle = (await get()).page;
  expect(idle).toContain("Rien à traiter : toutes les files sont vides.");
  expect(row(idle, "Demandes de résiliation")).toBe("Demandes de résiliation à traiter rien à traiter");
  queues = [];
  const { page } = await get();
  expect(page).toContain("Aucune file de travail ne correspond à vos rôles.");
  expect(page).not.toContain("Rien à traiter");
  expect(page).toContain("Rechercher une carte de transport");
});

// covers: the home of the office shows what waits, since when and how much is late, and leads to it
test("if the queues cannot be loaded, the home explains it and its links stay usable; a session that is over leads to the sign-in", async () => {
  queues = "fails";
  const { statusCode, page } = await get();
  expect(statusCode).toBe(200);
  expect(page).toContain("Les files de travail n’ont pas pu être chargées");
  for (const link of ["orders", "refunds", "cards", "documents", "terminations", "staff"])
    expect(page).toContain(`href="/demo/${link}"`);
  queues = "session over";
  const { statusCode: status, location } = await get();
  expect([status, location]).toEqual([302, "/sign-in?next=%2Fdemo&expired=1"]);
});

/** The rows of the table below a heading, each as its cells. */
function table(page: string, title: string): string[][] {
  const section =
    page.match(/<section class="plot-section"[\s\S]*?<\/details>/g)?.find((one) => one.includes(`>${title}</h3>`)) ??
    "";
  return (section.match(/<tr>[\s\S]*?<\/tr>/g) ?? []).map((one) =>
    (one.match(/<t[hd][\s\S]*?<\/t[hd]>/g) ?? []).map((cell) => cell.replaceAll(/<[^>]*>/g, "").trim()),
  );
}
const requested = () => peer.seen.filter(({ path }) => path === "/Office/getFigures").map(({ values }) => values);

// covers: figures of the office are plots without a script, with a text and a table for each
test("figures are plots that the server draws, with the same values as tables", async () => {
  figures = known;
  const { page } = await get("/demo?from=2026-11-01&until=2026-11-02");
  expect(requested()).toMatchObject([{ from: "2026-11-01", until: "2026-11-02" }]);
  expect(page).toContain(
    'aria-label="Ventes et remboursements par jour : 45,50 € de ventes, 1,50 € de remboursements ; le jour des ventes les plus élevées est le 1er nov. 2026 avec 44,00 €."',
  );
  expect(page).toContain("<title>2 nov. 2026 : ventes 1,50 €, remboursements 1,50 €</title>");
  const heights = [...page.matchAll(/class="visx-bar plot-sales"[^>]*height="([\d.]+)"/g)].map(([, height]) =>
    Number(height),
  );
  expect(heights[0]).toBeGreaterThan(20 * (heights[1] ?? 0));
  expect(table(page, "Ventes et remboursements par jour")).toEqual([
    ["Jour", "Commandes", "Ventes", "Remboursements"],
    ["1er nov. 2026", "2", "44,00 €", "0,00 €"],
    ["2 nov. 2026", "1", "1,50 €", "1,50 €"],
  ]);
  expect(table(page, "Ventes par article")).toEqual([
    ["Article", "Quantité", "Ventes"],
    ["Abonnement mensuel", "1", "41,00 €"],
    ["Frais de livraison", "1", "3,00 €"],
    ["Autres articles", "1", "1,50 €"],
  ]);
  expect(table(page, "Ventes par canal")).toEqual([
    ["Canal", "Commandes", "Ventes"],
    ["Boutique en ligne (shop)", "2", "44,00 €"],
    ["Guichet (counter)", "1", "1,50 €"],
  ]);
  expect(table(page, "Ventes par moyen de paiement").slice(1)).toEqual([
    ["Carte bancaire", "2", "45,50 €"],
    ["Rien à payer", "1", "0,00 €"],
  ]);
  expect(table(page, "Paiements refusés").slice(1)).toEqual([
    ["Toutes les tentatives", "8", "1", "12,5 %"],
    ["Page de paiement", "6", "0", "0 %"],
    ["Carte enregistrée", "2", "1", "50 %"],
  ]);
});

// covers: figures of the office are plots without a script, with a text and a table for each
test("by default they are those of this month until today; without data, on a wrong range or a failure, the page says so", async () => {
  const { page } = await get();
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Paris" }).format(new Date());
  expect(requested()).toMatchObject([{ from: `${today.slice(0, 7)}-01`, until: today }]);
  expect(page.split("Aucune donnée sur cette période.")).toHaveLength(6);
  expect(page).not.toContain("visx-bar");
  const wrong = (await get("/demo?from=2026-11-02&until=2026-11-01")).page;
  expect(wrong).toContain("Choisissez un dernier jour qui suit le premier, 366 jours au plus.");
  expect(requested()).toHaveLength(1);
  queues = [queue("documents", { count: 1, oldestAt: daysAgo(1), missedCount: 0 })];
  figures = "fails";
  const failed = await get();
  expect(failed.statusCode).toBe(200);
  expect(failed.page).toContain("Les chiffres n’ont pas pu être chargés");
  expect(row(failed.page, "Justificatifs à instruire")).toContain("le plus ancien : 25 heures");
});

// covers: figures of the office are plots without a script, with a text and a table for each
test("who may not read orders gets no figures", async () => {
  roles = ["examiner"];
  const { page } = await get();
  expect(requested()).toEqual([]);
  expect(page).not.toContain("Chiffres");
  expect(page).toContain("Instruire les dossiers");
});
