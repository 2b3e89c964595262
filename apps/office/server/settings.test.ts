import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const draftId = "0193a1f0-0000-7000-8000-000000000001";
const draft = {
  ...{ draftId, name: "Bandeau", state: "open", version: 4, changeCount: 1, createdBy: "Mia Manager" },
  ...{ createdAt: "2026-11-20T09:00:00.000Z", requestedBy: null, requestedAt: null, publishAt: null, decidedBy: null },
  ...{ publishedAt: null, failedAt: null, reverts: null },
};
const appearance = (accent: string) => ({ kind: "appearance", definition: { id: "network", name: "Rivage", accent } });
const shown = {
  ...{ status: "ok", inDraft: draft, live: appearance("#0b5a68"), draft: appearance("#ffd23f"), conflicts: [] },
  ...{ basis: "basis-1", currency: "EUR", languages: ["fr", "en"] },
  choices: {
    ...{ category: [], group: [], tariff: [], "document-type": [], status: [], article: [], "fare-zone": [] },
  },
};
const account = {
  ...{ provider: "stripe", account: "main", mode: "live", notifyUrl: "https://api.example/payment/stripe/main" },
  ...{ unreachableSince: null, webhookAt: null, answeredAt: "2026-11-20T09:00:00.000Z" },
  test: { at: "2026-11-20T09:00:00.000Z", faults: [{ kind: "webhook-events", detail: "refund.failed" }] },
};
const version = {
  ...{ kind: "terms-of-use", number: 2, publishedAt: "2026-11-20T09:00:00.000Z", updatedOn: "2026-12-01" },
  ...{ publishedBy: "Mia Manager", missing: ["en"] },
};
const html = '<!doctype html><html lang="fr"><style>body{}</style><script>alert(1)</script>Bonjour</html>';

let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/getPaymentAccount": () => ({ status: "ok", account }),
      "/Office/testPaymentAccount": () => ({ status: "ok", account }),
      "/Office/listCatalogueDrafts": () => ({ status: "ok", items: [draft] }),
      "/Office/addCatalogueDraft": () => ({ status: "ok", draft }),
      "/Office/getDraftItem": () => shown,
      "/Office/changeDraftSettings": () => ({ status: "ok", draft }),
      "/Office/listLegalTexts": () => ({ status: "ok", versions: [version] }),
      "/Office/readLegalText": () => ({
        ...{ status: "ok", version: { ...version, texts: { fr: "# Titre\n\nNouveau." } }, languages: ["fr", "en"] },
        former: { number: 1, texts: { fr: "# Titre\n\nAncien." } },
      }),
      "/Office/listEmails": () => ({
        ...{ status: "ok", languages: ["fr", "en"], emails: [{ template: "welcome", subject: "Bienvenue" }] },
      }),
      "/Office/showEmail": () => ({ status: "ok", subject: "Bienvenue", html, text: "Bonjour" }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const plain = (body: string) => body.replaceAll(/[\u00a0\u202f]/gu, " ").replaceAll("\u2060", "");
const get = async (path: string) => plain((await office.inject({ url: `/demo/${path}`, headers })).body);
const post = (path: string, values: Record<string, string>) =>
  office.inject({
    method: "POST",
    url: `/demo/${path}`,
    headers: {
      ...{ ...headers, origin: `http://${officeHost}`, "sec-fetch-site": "same-origin" },
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });

test("the settings open in a new draft with a name, or in one that is open, at the chosen part", async () => {
  const fresh = { what: "draft", item: "messages/network", draft: "new", name: "Grève", key: crypto.randomUUID() };
  expect((await post("settings", fresh)).headers.location).toBe(`/demo/catalogue/${draftId}/messages/network`);
  const open = await post("settings", { what: "draft", item: "legal-text/terms-of-use", draft: "d-2", name: "" });
  expect(open.headers.location).toBe("/demo/catalogue/d-2/legal-text/terms-of-use");
  for (const wrong of [{ item: "currency/network" }, { name: "" }])
    expect((await post("settings", { ...fresh, ...wrong })).body).toContain('role="alert"');
});

test("the payment account is shown with its mode and what a test found, in words", async () => {
  const page = await get("settings");
  for (const text of ["stripe / main", "Réel", "n’envoie pas ces événements", "refund.failed", "Aucun jusqu’ici"])
    expect(page).toContain(text);
  expect((await post("settings", { what: "test" })).headers.location).toBe("/demo/settings?done=tested");
});

test("a colour is shown with its contrast in both themes and in e-mails, and a wrong one is named", async () => {
  const path = `catalogue/${draftId}/appearance/network`;
  const page = await get(path);
  for (const text of ["1,4:1", "4,5:1", "3:1", "trop faible", "Thème sombre"]) expect(page).toContain(text);
  const wrong = await post(path, { what: "save", basis: "basis-1", id: "network", name: "Rivage", accent: "teal" });
  expect(plain(wrong.body)).toContain("Couleur du réseau");
  expect(peer.seen.filter(({ path }) => path === "/Office/changeDraftSettings")).toEqual([]);
  const saved = await post(path, { what: "save", basis: "basis-1", id: "network", name: "Rivage", accent: "#123456" });
  expect(saved.headers.location).toBe(`/demo/${path}?done=saved`);
});

test("a version of a legal text is compared with the one before, and names the languages that are missing", async () => {
  expect(await get("legal-texts")).toContain("anglais");
  const page = await get("legal-texts/terms-of-use?number=2");
  for (const text of ["<del>Ancien.</del>", "<ins>Nouveau.</ins>", "Ce texte manque en"]) expect(page).toContain(text);
});

// covers: a sample e-mail runs nothing and loads nothing in the office
test("an e-mail is shown in a sandboxed frame, whose document may run, load and send nothing", async () => {
  const page = await get("emails/welcome?language=en");
  expect(page).toMatch(/<iframe[^>]* sandbox=""[^>]* src="\/demo\/emails\/welcome\/sample\.html\?language=en"/);
  const framed = await office.inject({ url: "/demo/emails/welcome/sample.html?language=en", headers });
  expect(framed.body).toBe(html);
  const policy = `${framed.headers["content-security-policy"]}`;
  for (const part of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'self'", "; sandbox"])
    expect(policy).toContain(part);
});
