import type { MonthClosing } from "@guichet/contract/office/finance.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const euros = (amount: number) => ({ amount, currency: "EUR" });
const digest = "a".repeat(64);
const closing: MonthClosing = {
  ...{ month: "2026-10", entryCount: 12, lineCount: 30, turnover: euros(123_456), digest, chain: "b".repeat(64) },
  ...{ previousMonth: null, differenceCount: 0, reason: null, closedBy: "Hervé Tanguy" },
  closedAt: "2026-11-03T08:00:00.000Z",
};
const row = {
  ...{ invoiced: euros(1000), credited: euros(450), net: euros(500), vat: euros(50), gross: euros(550) },
};
const unequal = { count: 0, amount: euros(0), amountBefore: euros(0), orders: [] };
const open = {
  ...{ month: "2026-10", currency: "EUR", isOver: true },
  documents: [{ series: "invoice", count: 2, first: "F-1", last: "F-2" }],
  ...{ vat: [{ rate: 5.5, ...row }], vatTotal: row },
  sales: {
    ...{ sold: euros(700), takenBack: euros(50), balance: euros(650), documents: euros(550), difference: euros(100) },
  },
  toPayBack: { ...unequal, count: 1, amount: euros(100), orders: [unequalOrder("2026-000001", 100, 0)] },
  ...{ differences: unequal, openDiscrepancies: 0, differenceCount: 0 },
  movements: [{ from: "sales", to: "provider", count: 2, amount: euros(700) }],
  balances: [{ account: "provider", before: euros(0), after: euros(650) }],
  settlement: { fees: euros(0), paidOut: euros(0) },
  outstanding: {
    ...{ atProvider: euros(650), debited: euros(0) },
    ...{ debits: { count: 0, amount: euros(0) }, refunds: { count: 1, amount: euros(100) } },
  },
  ...{ closable: "yes", firstOpenMonth: null, closing: null, hasFec: true },
};
function unequalOrder(number: string, sold: number, invoiced: number) {
  return { orderId: "o1", number, sold: euros(sold), invoiced: euros(invoiced) };
}

const differences = [
  { kind: "fee-wrong", orderId: "o1", orderNumber: "2026-000012", subject: "po_1", found: "charged 29, booked are 0" },
  { kind: "payout-sum-wrong", orderId: null, orderNumber: null, subject: "po_2", found: "the payout is of 5" },
  { kind: "month-changed", orderId: null, orderNumber: null, subject: "2026-09", found: "closed with 3 documents" },
];

let shown: object = open;
let verified: object = {};
let refusal: { code: string; details: object; status: number } | undefined;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/getFinanceMonth": () => ({ status: "ok", ...shown }),
      "/Office/verifyMonthClosing": () => ({ status: "ok", ...verified }),
      "/Office/listMonthClosings": () => ({ status: "ok", items: [closing], nextCursor: "next-1" }),
      "/Office/closeMonth": (_seen, reply) =>
        refusal === undefined
          ? { status: "ok", closing }
          : reply.code(refusal.status).send({ status: "ko", error: { ...refusal, message: "" } }),
      "/Office/compareBooks": () => ({
        status: "ok",
        comparedAt: "2026-11-20T09:00:00.000Z",
        count: 4,
        items: differences,
      }),
      "/Office/downloadFec": (_seen, reply) => {
        if (refusal !== undefined)
          return reply.code(refusal.status).send({ status: "ko", error: { ...refusal, message: "" } });
        return reply
          .type("text/plain; charset=iso-8859-15")
          .header("content-disposition", 'attachment; filename="1FEC2.txt"')
          .send("JournalCode\r\n");
      },
      "/Office/downloadJournal": (_seen, reply) => reply.type("text/csv").send("JournalCode\r\n"),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = open;
  refusal = undefined;
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const readable = (body: string) => body.replaceAll(/[\u00a0\u202f]/gu, " ").replaceAll("<!-- -->", "");
const get = async (path: string) => {
  const found = await office.inject({ url: `/demo/finance${path}`, headers });
  return { statusCode: found.statusCode, headers: found.headers, body: readable(found.body) };
};
const post = async (values: Record<string, string>) => {
  const found = await office.inject({
    method: "POST",
    url: "/demo/finance",
    headers: {
      ...{ ...headers, origin: `http://${officeHost}`, "sec-fetch-site": "same-origin" },
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
  return { statusCode: found.statusCode, headers: found.headers, body: readable(found.body) };
};
const sent = (call: string) =>
  peer.seen.filter(({ path }) => path === `/Office/${call}`).map(({ values }) => values as Record<string, unknown>);

// covers: a month in the office: VAT by rate, ledger and documents compared to the cent
test("a month shows its VAT by rate, names every amount between documents and ledger, and has its journal as files", async () => {
  const { statusCode, body } = await get("?month=2026-10");
  expect(statusCode).toBe(200);
  for (const text of ["octobre 2026", "5,5 %", "10,00 €", "4,50 €", "0,50 €", "2 factures, de F-1 à F-2", "6,50 €"])
    expect(body).toContain(text);
  expect(body).toContain('href="/demo/finance/2026-10/fec.txt"');
  expect(body).toContain("1 commande à rembourser à la fin du mois");
  expect(body).toContain("Clôturer définitivement");
  expect(sent("getFinanceMonth")).toMatchObject([{ month: "2026-10" }]);
});

test("a month with differences asks for the reason, and keeps what was typed when it is refused", async () => {
  const differences = { ...unequal, count: 1, amount: euros(150), orders: [unequalOrder("2026-000009", 300, 150)] };
  shown = { ...open, differences, openDiscrepancies: 2, differenceCount: 3 };
  const { body } = await get("?month=2026-10");
  for (const text of [
    "3 écarts sont à expliquer",
    "2026-000009",
    'href="/demo/payments/discrepancies"',
    'name="reason"',
  ])
    expect(body).toContain(text);
  refusal = { code: "TRANSITION_NOT_ALLOWED", details: { state: "changed" }, status: 409 };
  const answer = await post({ month: "2026-10", differenceCount: "2", reason: "Écart connu" });
  expect(sent("closeMonth")).toMatchObject([{ month: "2026-10", differenceCount: "2", reason: "Écart connu" }]);
  expect(answer.body).toContain("Les écarts ont changé entre-temps.");
  expect(answer.body).toContain("Écart connu");
});

test("a month is closed, and then shows its digest, which is verified on request", async () => {
  const answer = await post({ month: "2026-10", differenceCount: "0", reason: "" });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/demo/finance?month=2026-10&done=closed"]);
  expect(sent("closeMonth")[0]).not.toHaveProperty("reason");
  shown = { ...open, closable: "closed", firstOpenMonth: "2026-11", closing };
  const { body } = await get("?month=2026-10&done=closed");
  for (const text of ["Le mois est clôturé.", digest, "12 écritures, 30 lignes", "1 234,56 €", "Hervé Tanguy"])
    expect(body).toContain(text);
  expect(body).not.toContain("Clôturer définitivement");
  expect(sent("verifyMonthClosing")).toEqual([]);
  const today = { entryCount: 13, lineCount: 32, turnover: euros(1), digest: "c".repeat(64) };
  verified = { closing, ...today, isSame: false, isChained: true };
  const different = (await get("?month=2026-10&verify=1")).body;
  expect(different).toContain("Le journal n’est plus celui qui a été clôturé");
  expect(different).toContain("c".repeat(64));
  verified = { closing, ...today, isSame: false, isChained: false };
  expect((await get("?month=2026-10&verify=1")).body).toContain("il ne suit plus celui du mois précédent");
});

test.each([
  ["not-over", null, "Un mois se clôture quand il est terminé depuis 1 heure."],
  ["first-open", "2026-09", "septembre 2026"],
] as const)("a month that is %s says when it can be closed", async (closable, firstOpenMonth, text) => {
  shown = { ...open, closable, firstOpenMonth };
  const { body } = await get("?month=2026-10");
  expect(body).toContain(text);
  expect(body).not.toContain("Clôturer définitivement");
});

test("the closed months are listed with their digests", async () => {
  const { statusCode, body } = await get("/closed");
  expect(statusCode).toBe(200);
  for (const text of ['href="/demo/finance?month=2026-10"', digest, "Hervé Tanguy", "after=next-1"])
    expect(body).toContain(text);
});

// covers: differences between ledger, documents, payouts and counters are listed in the office with their fix
test("the books are compared on request, and each difference has its fix: a screen or a command", async () => {
  const before = await get("/reconciliation");
  expect([before.statusCode, sent("compareBooks").length]).toEqual([200, 0]);
  const { body } = await get("/reconciliation?compare=1");
  for (const text of [
    ...["4 écarts (", "et 1 autre écart", "Frais différents du grand livre", "2026-000012", "charged 29, booked are 0"],
    ...["npm run payouts -- catch-up --days 30", "npm run payouts -- read po_2", 'href="/demo/orders/o1"'],
    ...["Mois clôturés qui ont changé", "Relisez les versements"],
  ])
    expect(body).toContain(text);
});

// covers: the accounting journal of a month as FEC (article A47 A-1) and as CSV
test("the journal is passed on with the name that the Ticket API gives to it", async () => {
  const fec = await get("/2026-10/fec.txt");
  expect(fec.headers).toMatchObject({
    ...{ "content-disposition": 'attachment; filename="1FEC2.txt"', "x-content-type-options": "nosniff" },
    ...{ "cache-control": "private, no-store", "content-type": "text/plain; charset=iso-8859-15" },
  });
  expect(fec.body).toBe("JournalCode\r\n");
  expect((await get("/2026-10/journal.csv")).body).toBe("JournalCode\r\n");
});

test.each([
  ["ROLE_NOT_ALLOWED", 403, "Accès refusé"],
  ["NOT_FOUND", 404, "Page introuvable"],
  ["TRANSITION_NOT_ALLOWED", 409, "Impossible pour le moment"],
  ["TOO_MANY_REQUESTS", 429, "Trop de demandes"],
  ["UNAVAILABLE", 503, "Momentanément indisponible"],
])(
  "a file that is refused with %s is an error page in words with status %i; a script gets the status alone",
  async (code, status, title) => {
    refusal = { code, details: {}, status };
    const file = { url: "/demo/finance/2026-10/fec.txt", headers };
    const page = await office.inject({ ...file, headers: { ...headers, accept: "text/html,*/*;q=0.8" } });
    expect(page.statusCode).toBe(status);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["content-security-policy"]).toContain("nonce-");
    expect(page.body).toContain(title);
    const script = await office.inject(file);
    expect([script.statusCode, script.body]).toEqual([status, ""]);
  },
);
