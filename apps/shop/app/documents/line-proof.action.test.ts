import { sampleArticle } from "@guichet/rules/sample-article.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { holder } from "../../testing/api-peer.ts";

import { shopOfFile } from "../../testing/shop-of-file.ts";

const noe = { ...holder, userId: "u2", userName: "Noé", isParent: false };
const pass = sampleArticle("transition", {
  statuses: ["job-seeker"],
  requiredDocuments: [{ documentTypeId: "rights", name: "Notification de droits" }],
});
const either = { ...pass, shopItemId: "either", statuses: ["job-seeker", "student"] };
const needed = {
  document_type_id: "rights",
  name: "Notification de droits",
  description: null,
  status: "missing",
  document: null,
  draft: null,
  neededBy: [{ shopItemId: "transition", name: "Transition" }],
  qualificationProviderIds: ["france-travail"],
};
const provider = {
  id: "france-travail",
  name: "France Travail",
  right: "job-seeker",
  documentTypeIds: ["rights"],
  inputs: ["identifiant"],
  identityInputs: null,
};
const submission = {
  submissionId: "s1",
  number: "D-ABCDEFGH",
  status: "pending",
  userId: "u1",
  shopItemId: "transition",
  itemName: "Transition",
  documents: [],
  reason: null,
  remark: null,
  created_at: "2026-11-20T12:00:00.000Z",
  expected_on: "2026-11-24",
  events: [],
};
const confirmed = {
  documentId: "d1",
  document_type_id: "rights",
  documentTypeName: "Notification de droits",
  userId: "u1",
  status: "VALID",
  expired: false,
  replaced: false,
  deleted: false,
  reason: null,
  remark: null,
  fileName: null,
  contentType: null,
  qualifiedBy: "France Travail",
  submissionId: null,
  created_at: "2026-11-20T12:00:00.000Z",
  starting_at: null,
  expires_at: null,
};

let submissions: object[] = [];
let declared: string | null = null;
let paperwork: { status: number; body: object } = { status: 200, body: {} };

const { get, post, sent } = shopOfFile(
  () => ({
    "/Account/getUser.json": () => {
      const user = { ...holder, tariffStatus: declared };
      return { status: "ok", user, profiles: [user, noe] };
    },
    "/Products/getProducts.json": ({ values }) => ({
      ...{ status: "ok", version: "1" },
      items: [values.ids === "either" ? either : pass],
    }),
    "/Networks/getProfileStatus.json": () => ({
      ...{ status: "ok", stops: [] },
      statuses: [
        { id: "job-seeker", name: "Demandeur d’emploi" },
        { id: "student", name: "Étudiant" },
      ],
    }),
    "/Document/getDocuments.json": () => ({ status: "ok", documents: [needed, { ...needed, status: "valid" }] }),
    "/Networks/getQualificationValidationConfiguration": () => ({ status: "ok", providers: [provider] }),
    "/Document/getUserDocumentSubmissions.json": () => ({ status: "ok", items: submissions }),
    "/paperwork/createDocument": (_seen, reply) => reply.code(paperwork.status).send(paperwork.body),
    "/Account/update.json": () => ({ status: "ok", user: { ...holder, tariffStatus: "job-seeker" } }),
  }),
  { now: () => Date.parse("2026-11-20T12:00:00Z"), always: { cookie: "userTicketToken=good" } },
);
beforeEach(() => {
  submissions = [];
  declared = null;
  paperwork = { status: 200, body: { status: "ok", document: confirmed } };
});

const address = "/fr/cart/proof?item=transition&for=u1";
const asked = { what: "qualify", type: "rights", provider: "france-travail", identifiant: "demandeur", consent: "yes" };
const read = async () => JSON.parse((await get(address)).body);

// covers: a status that a public body can confirm is checked from the cart, in seconds
describe("the proof of a cart line", () => {
  it("names the providers that can confirm the right, the status, and the day by which an examiner decides", async () => {
    expect(await read()).toEqual({
      documents: [{ typeId: "rights", name: "Notification de droits", providers: [provider] }],
      open: null,
      // A Friday: Monday and Tuesday are the two working days.
      expectedOn: "2026-11-24",
      statuses: [{ id: "job-seeker", name: "Demandeur d’emploi" }],
    });
  });

  it("names the open request with its day, and no status that the traveller has", async () => {
    submissions = [{ ...submission, shopItemId: "other" }, submission];
    declared = "job-seeker";
    const open = { submissionId: "s1", number: "D-ABCDEFGH", status: "pending", expectedOn: "2026-11-24" };
    expect(await read()).toMatchObject({ open, statuses: [] });
  });

  it("is nothing without an account", async () => {
    const { statusCode, body } = await get(address, { cookie: "" });
    expect([statusCode, body]).toEqual([200, "null"]);
    expect((await post(address, asked, { cookie: "" })).statusCode).toBe(401);
  });

  it("confirmed by a provider also declares the article's only status", async () => {
    const { statusCode, body } = await post(address, asked);
    expect([statusCode, JSON.parse(body)]).toEqual([200, { ok: true }]);
    expect(sent("/paperwork/createDocument")).toBeDefined();
    expect(sent("/Account/update.json")?.values).toMatchObject({ tariffStatus: "job-seeker" });
  });

  it("declares no status where the article has several", async () => {
    expect((await post("/fr/cart/proof?item=either&for=u1", asked)).statusCode).toBe(200);
    expect(sent("/Account/update.json")).toBeUndefined();
  });

  it("that a provider cannot confirm is answered with the code, and nothing is declared", async () => {
    paperwork = { status: 422, body: { status: "ko", error: { code: "QUALIFICATION_INSUFFICIENT", message: "" } } };
    const { statusCode, body } = await post(address, asked);
    expect([statusCode, JSON.parse(body)]).toEqual([422, { ok: false, code: "QUALIFICATION_INSUFFICIENT" }]);
    expect(sent("/Account/update.json")).toBeUndefined();
  });

  it("declares a status of the article, and no other", async () => {
    expect((await post(address, { what: "declare", tariffStatus: "student" })).statusCode).toBe(422);
    expect(sent("/Account/update.json")).toBeUndefined();
    expect((await post(address, { what: "declare", tariffStatus: "job-seeker" })).statusCode).toBe(200);
    expect(sent("/Account/update.json")?.values).toMatchObject({ tariffStatus: "job-seeker" });
  });
});
