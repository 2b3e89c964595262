import type { LoggedAct } from "@guichet/contract/office/audit-log.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const id = (last: number) => `0193a1f0-0000-7000-8000-00000000000${last}`;
const corrected: LoggedAct = {
  entryId: id(1),
  act: "traveller.correct",
  by: "Ben Agent",
  at: "2026-11-20T09:00:00.000Z",
  subjectId: id(2),
  subject: null,
  customerId: id(3),
  reason: "Faute de frappe",
  changes: [
    { field: "last-name", before: "Silvva", after: "Silva" },
    { field: "birth-date", before: null, after: "1990-05-02" },
  ],
};
const refunded: LoggedAct = {
  ...corrected,
  entryId: id(4),
  act: "order.refund",
  by: null,
  subjectId: id(5),
  subject: "2026-000017",
  customerId: null,
  reason: null,
  changes: [],
};
const refusedRequest: LoggedAct = { ...refunded, entryId: id(8), act: "refund-request.refuse", subjectId: id(9) };
const unknown: LoggedAct = { ...refunded, entryId: id(6), act: "zone.move", subjectId: "mail", subject: null };

let items: LoggedAct[] = [];
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listAuditLog": () => ({
        ...{ status: "ok", items, nextCursor: "next-1" },
        staff: [{ staffId: id(7), name: "Ben Agent" }],
      }),
      "/Office/downloadAuditLog": (_seen, reply) => reply.type("text/csv").send("at,by\r\n"),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  items = [corrected, refunded, refusedRequest, unknown];
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = async (path: string) => {
  const found = await office.inject({ url: `/demo/audit-log${path}`, headers });
  return { statusCode: found.statusCode, headers: found.headers, body: found.body.replaceAll(/[\u00a0\u202f]/gu, " ") };
};
const sent = (call: string) => peer.seen.filter(({ path }) => path === `/Office/${call}`).map(({ values }) => values);

// covers: the log of what the staff did is searched by person, kind, days and subject, page by page, by admins only
test("the log shows when, who, what, about what, and what changed before and after, and passes its filter on", async () => {
  const { statusCode, body } = await get("");
  expect(statusCode).toBe(200);
  for (const text of [
    "20 nov. 2026",
    "Ben Agent",
    "Voyageur corrigé",
    `href="/demo/travellers/${id(2)}"`,
    `href="/demo/customers/${id(3)}"`,
    "Faute de frappe",
    "Silvva → Silva",
    "– → 2 mai 1990",
    "Commande remboursée",
    "Demande de remboursement refusée",
    `href="/demo/refund-requests/${id(9)}"`,
    "2026-000017",
    "Commande sur le serveur",
    "zone.move",
    'href="/demo/audit-log?after=next-1"',
  ])
    expect(body).toContain(text);
  const query = `subject=2026-000017&staff=${id(7)}&kind=order&from=2026-11-01&until=2026-11-30`;
  const filtered = (await get(`?${query}&after=abc`)).body;
  expect(filtered).toContain(`/demo/audit-log/log.csv?${query.replaceAll("&", "&amp;")}"`);
  await get("?kind=nothing&from=2026-02-31&staff=%25&subject=+");
  const filter = { subject: "2026-000017", staffId: id(7), kind: "order", from: "2026-11-01", until: "2026-11-30" };
  const [, second, third] = sent("listAuditLog");
  expect(second).toMatchObject({ ...filter, cursor: "abc" });
  for (const name of ["kind", "from", "staffId", "subject"]) expect(third).not.toHaveProperty(name);
  const file = await get(`/log.csv?${query}`);
  expect(file.headers["content-disposition"]).toBe('attachment; filename="audit-log.csv"');
  expect(sent("downloadAuditLog")).toMatchObject([filter]);
  items = [];
  expect((await get("")).body).toContain("Aucune action ne correspond.");
});
