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

let queues: Queue[] | "fails" | "session over" = [];
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
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
  // Without the data for the script at the end of the page.
  const [page = ""] = body.replaceAll("\u00a0", " ").replaceAll("<!-- -->", "").split("<script");
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
  expect(row(page, "Contestations bancaires")).toBe(
    "Contestations bancaires en cours 2 le plus ancien : 30 jours 1 en retard",
  );
  for (const link of [
    "/demo/documents",
    "/demo/orders?kind=cards&amp;state=TO_PROCESS",
    "/demo/orders?kind=SHIPPING",
    "/demo/refunds?list=to-release",
  ])
    expect(page).toContain(`href="${link}"`);
  expect(page.match(/<li[ >][\s\S]*?<\/li>/g)?.find((one) => one.includes("Contestations"))).not.toContain("<a ");
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
