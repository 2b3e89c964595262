import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { holder, startApiPeer } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";

const document = {
  documentId: "d1",
  document_type_id: "school",
  documentTypeName: "Certificat",
  userId: "u1",
  status: "INVALID",
  expired: false,
  replaced: false,
  deleted: false,
  reason: "unreadable",
  remark: "La date <b>est coupée</b>.",
  fileName: "scan.pdf",
  contentType: "application/pdf",
  qualifiedBy: null,
  submissionId: null,
  created_at: "2026-11-01T00:00:00.000Z",
  starting_at: null,
  expires_at: null,
};
const needed = {
  document_type_id: "school",
  name: "Certificat de scolarité",
  description: null,
  status: "refused",
  document,
  draft: null,
  neededBy: [{ shopItemId: "young", name: "Pass jeune" }],
  qualificationProviderIds: ["aah"],
};
const provider = {
  id: "aah",
  name: "CAF",
  right: "disability",
  documentTypeIds: ["school"],
  inputs: null,
  identityInputs: ["sexeEtatCivil", "nomCommuneNaissance", "codeCogInseeDepartementNaissance"],
};
const submission = {
  submissionId: "s1",
  number: "D-ABCDEFGH",
  status: "to complete",
  userId: "u1",
  shopItemId: "young",
  itemName: "Pass jeune",
  documents: [document],
  reason: "unreadable",
  remark: "La date <b>est coupée</b>.",
  created_at: "2026-11-01T00:00:00.000Z",
  expected_on: "2026-11-24",
  events: [{ at: "2026-11-01T00:00:00.000Z", event: "created", author: "customer" }],
};

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
let identities = [{ providerId: "password" }];
let paperwork: { status: number; body: object } = { status: 200, body: {} };

beforeAll(async () => {
  const pages = await builtPages();
  peer = await startApiPeer({
    "/Account/getUser.json": () => {
      const user = { ...holder, identities };
      return { status: "ok", user, profiles: [user, { ...user, userId: "u2", userName: "Noé", isParent: false }] };
    },
    "/Networks/getAuthenticationConfiguration": () => ({
      status: "ok",
      emailPassword: true,
      key: "demo-demo",
      enumerationProtection: true,
      providers: [{ id: "fc", driver: "FRANCECONNECT", isDefault: false, slug: "fc", name: "FranceConnect" }],
    }),
    "/Document/getDocuments.json": () => ({ status: "ok", documents: [needed] }),
    "/Networks/getQualificationValidationConfiguration": () => ({ status: "ok", providers: [provider] }),
    "/Document/getUserDocumentSubmissions.json": () => ({ status: "ok", items: [submission] }),
    "/Document/fileDownloadUrl": () => ({
      status: "ok",
      url: "http://elsewhere.invalid/files/kept/demo/f1?signature=s",
      fileName: "scan.pdf",
      contentType: "application/pdf",
    }),
    "/files/kept/demo/f1": (_seen, reply) => reply.type("application/pdf").send(Buffer.from("%PDF")),
    "/paperwork/createDocument": (_seen, reply) => reply.code(paperwork.status).send(paperwork.body),
  });
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});
beforeEach(() => {
  identities = [{ providerId: "password" }];
  peer.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { get: getWith, post: postWith } = requestsTo(() => shop);
const get = (url: string, headers: Record<string, string> = signedIn) => getWith(url, headers);
const post = (url: string, form: Record<string, string>) => postWith(url, form, signedIn);

describe("documents", () => {
  it("ask visitors to sign in and redirect back, with the reason for the documents", async () => {
    const { statusCode, headers } = await get("/fr/documents?item=young", {});
    expect([statusCode, headers.location]).toEqual([302, "/fr/auth?next=%2Fdocuments%3Fitem%3Dyoung"]);
  });

  it("show the status of each type, the staff's reason for a refusal, and what it is required for", async () => {
    const { body, statusCode, headers } = await get("/fr/documents?item=young");
    expect([statusCode, headers["cache-control"]]).toMatchObject([200, expect.stringContaining("no-store")]);
    expect(body).toContain("Certificat de scolarité");
    expect(body).toContain("le document n’est pas lisible");
    expect(body).toContain("La date &lt;b&gt;est coupée&lt;/b&gt;.");
    expect(body).toContain("Pass jeune");
    expect(body.toLowerCase()).toContain('enctype="multipart/form-data"');
    expect((await get("/ar/documents")).body).toContain("المستند غير مقروء");
  });

  it("of another account's traveller are not found", async () => {
    expect((await get("/fr/documents?for=u9")).statusCode).toBe(404);
  });

  it("are served by the shop: the browser never learns the Ticket API's address", async () => {
    const { statusCode, headers, body } = await get("/fr/documents/sent.file?document=d1");
    expect([statusCode, headers["content-type"], body]).toEqual([200, "application/pdf", "%PDF"]);
    expect(headers["cache-control"]).toContain("no-store");
    expect(JSON.stringify(headers)).not.toContain("elsewhere.invalid");
  });
});

describe("a submission of documents", () => {
  it("shows number, status and the staff's request, and accepts another document", async () => {
    const { body } = await get("/fr/documents/submissions?request=s1");
    for (const words of ["D-ABCDEFGH", "À compléter", "Éléments à fournir", "Compléter la demande", "Demande envoyée"])
      expect(body).toContain(words);
  });
});

describe("a document confirmed by the federation", () => {
  it("is available to holders with a federation identity", async () => {
    const { statusCode, headers } = await get("/fr/fc/add-document?type=school");
    expect([statusCode, headers.location]).toEqual([302, "/fr/account"]);
  });

  // covers §2: /fc/add-document
  it("has a page without header and tabs, with the known identity and the additional data that the provider requires", async () => {
    identities = [{ providerId: "fc" }];
    const { body, statusCode } = await get("/fr/fc/add-document?type=school");
    expect([statusCode, body.includes("tab-bar"), body.includes("Karim Morel")]).toEqual([200, false, true]);
    expect(body).toContain("Commune de naissance");
    expect((await get("/fr/fc/add-document?type=other")).headers.location).toBe("/fr/documents");
  });

  // covers §2: /fc/add-document
  it("that the provider does not confirm leads to submitting the document to staff", async () => {
    identities = [{ providerId: "fc" }];
    const error = { code: "QUALIFICATION_INSUFFICIENT", message: "" };
    paperwork = { status: 422, body: { status: "ko", error } };
    const form = { provider: "aah", type: "school", consent: "yes", sexeEtatCivil: "F" };
    const { statusCode, body } = await post("/fr/fc/add-document?type=school", form);
    expect(statusCode).toBe(422);
    expect(body).toContain("Ces informations ne suffisent pas");
    expect(body).toContain("/documents#type-school");
  });

  it("that the provider confirmed is shown on the documents page", async () => {
    identities = [{ providerId: "fc" }];
    paperwork = { status: 200, body: { status: "ok", document: { ...document, status: "VALID", reason: null } } };
    const { statusCode, headers } = await post("/fr/fc/add-document?type=school", { provider: "aah", type: "school" });
    expect([statusCode, headers.location]).toEqual([303, "/fr/documents?flash=qualified"]);
  });
});
