import { demoQualificationToken, qualificationMagic } from "@guichet/contract/integrations/sandbox-qualification.ts";
import { PackArticle } from "@guichet/contract/network-pack.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { testCard } from "../testing/test-cards.ts";
import { documentsPack, qualificationSecrets, scan, sendDocument } from "../testing/test-documents.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testArticle } from "../testing/test-pack.ts";
import { orderOf } from "../testing/test-purchase.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
let examiner: TestStaff;
beforeAll(async () => {
  const pack = documentsPack();
  const named = (name: string) => ({ fr: name, en: name, ar: name, it: name, es: name });
  pack.network.switches = { ...pack.network.switches, profiling: true, mediaSignin: true };
  pack.catalogue.statuses = [{ id: "student", name: named("Student") }];
  pack.catalogue.articles.push(
    PackArticle.parse(testArticle({ id: "pictured", price: 0, pictureRequired: true })),
    PackArticle.parse(testArticle({ id: "campus", price: 0, statuses: ["student"] })),
  );
  people = await openPeopleApi({
    packs: [pack],
    environment: { PROVIDER_SECRETS: qualificationSecrets(["north"], demoQualificationToken) },
  });
  api = people.api;
  examiner = await testStaff(api, { north: ["examiner"] });
});
afterAll(() => people.close());

let families = 0;
const family = () => familyOf(people, `change-${++families}@example.org`, ["Lou"]);
const code = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code ?? "ok";
const update = (home: Family, values: Record<string, unknown>) =>
  api.call("updateAccount", { userId: home.child("Lou"), ...values } as never, { token: home.token });

/** A certificate of Lou's that staff accepted. */
async function proven(): Promise<{ home: Family; documentId: string }> {
  const home = await family();
  const { documentId } = (await sendDocument(people, home.token, { user_id: home.child("Lou") })).body.document;
  const asked = { item_id: "young", document_ids: [documentId] };
  const submission = (await api.call("createDocumentsSubmission", asked, { token: home.token })).body.submission;
  await api.call("takeSubmission", { submissionId: submission.submissionId }, { token: examiner.token });
  await api.call(
    "decideSubmission",
    { submissionId: submission.submissionId, verdict: "accept" },
    { token: examiner.token },
  );
  return { home, documentId };
}
/** What verification reports between Lou and an article, and the result of an order of it. */
async function buying(home: Family, productId: string): Promise<string[]> {
  const order = orderOf({ ...home, userId: home.child("Lou") }, 0, { productId });
  const { articles } = order;
  const verified = await api.call("verifyOrder", { articles, vouchers: [] }, { token: home.token });
  const placed = await api.call("placeOrder", order, { token: home.token });
  return [verified.body.lines[0]?.errors[0]?.code ?? "ok", code(placed)];
}
const documentsOf = async (home: Family) =>
  (await api.call("getUserDocuments", { userId: home.child("Lou") } as never, { token: home.token })).body.items;
const requestsOf = async (home: Family) =>
  (await api.call("getUserDocumentSubmissions", { scope: "current" }, { token: home.token })).body.items;
const examined = async (submissionId: string) =>
  (await api.call("officeSubmission", { submissionId }, { token: examiner.token })).body.submission;
const decide = async (submissionId: string, values: Record<string, unknown>) => {
  await api.call("takeSubmission", { submissionId }, { token: examiner.token });
  return api.call("decideSubmission", { submissionId, ...values } as never, { token: examiner.token });
};

describe("an accepted document", () => {
  // covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
  it.each([
    ["another first name", { firstName: "Hugo" }],
    ["another last name", { lastName: "Martin" }],
    ["another birth date", { birthDate: "2012-05-03" }],
    ["no birth date", { birthDate: null }],
  ])("goes back to the examiner when its traveller gets %s, and opens no article meanwhile", async (_, change) => {
    const { home, documentId } = await proven();
    expect((await update(home, change)).http).toBe(200);
    expect((await documentsOf(home)).find((each) => each.documentId === documentId)?.status).toBe("VALIDATING");
    expect(await buying(home, "young")).toEqual(["DOCUMENT_REQUIRED", "DOCUMENT_REQUIRED"]);
    const [request] = await requestsOf(home);
    expect(request).toMatchObject({ status: "pending", userId: home.child("Lou"), shopItemId: "young" });
    expect(request?.documents.map((each) => each.documentId)).toEqual([documentId]);
  });

  // covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
  it.each([
    ["case and accents", { firstName: "LOÜ" }],
    ["a hyphen and spaces", { lastName: "Had-dad" }],
    ["an apostrophe", { lastName: "Had’dad" }],
    ["nothing but a telephone", { phone: "+33612345678" }],
  ])("stays valid when %s change", async (_, change) => {
    const { home } = await proven();
    expect((await update(home, change)).http).toBe(200);
    expect(await buying(home, "young")).toEqual(["ok", "ok"]);
    expect(await requestsOf(home)).toEqual([]);
  });

  // covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
  it("is shown to the examiner with the person it was accepted for and the present one, and keeps its end", async () => {
    const { home, documentId } = await proven();
    const before = (await documentsOf(home)).find((each) => each.documentId === documentId);
    await update(home, { firstName: "Loup" });
    const id = (await requestsOf(home))[0]?.submissionId ?? "";
    const entry = await examined(id);
    expect(entry).toMatchObject({ firstName: "Loup", lastName: "Haddad", birthDate: "2012-05-02" });
    expect(entry.documents[0]?.examinedFor).toEqual({
      firstName: "Lou",
      lastName: "Haddad",
      birthDate: "2012-05-02",
    });
    expect((await decide(id, { verdict: "accept" })).http).toBe(200);
    const after = (await documentsOf(home)).find((each) => each.documentId === documentId);
    expect([after?.status, after?.expires_at]).toEqual(["VALID", before?.expires_at]);
    expect(await buying(home, "young")).toEqual(["ok", "ok"]);
  });

  it("ends when the examiner says that it belongs to somebody else", async () => {
    const { home } = await proven();
    await update(home, { firstName: "Hugo", lastName: "Petit", birthDate: "2010-01-01" });
    await decide((await requestsOf(home))[0]?.submissionId ?? "", { verdict: "refuse", reason: "wrong-person" });
    expect(await buying(home, "young")).toEqual(["DOCUMENT_INVALID", "DOCUMENT_INVALID"]);
  });

  // covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
  it("is not accepted for a person that the examiner did not see", async () => {
    const { home } = await proven();
    await update(home, { firstName: "Hugo" });
    const id = (await requestsOf(home))[0]?.submissionId ?? "";
    const { firstName, lastName, birthDate } = await examined(id);
    await update(home, { firstName: "Milo" });
    const seen = { firstName, lastName, birthDate };
    expect(code(await decide(id, { verdict: "accept", examinedFor: seen }))).toBe("PERSON_CHANGED");
    expect(await buying(home, "young")).toEqual(["DOCUMENT_REQUIRED", "DOCUMENT_REQUIRED"]);
  });

  it("is followed by an e-mail to the holder about what waits and why", async () => {
    const { home } = await proven();
    await update(home, { firstName: "Hugo" });
    const emails = await people.emails(home.email);
    const number = (await requestsOf(home))[0]?.number ?? "?";
    expect(emails.filter(({ text }) => text.includes("Hugo") && text.includes(number))).toHaveLength(1);
  });

  it("cannot be kept by removing the birth date first", async () => {
    const { home } = await proven();
    await update(home, { birthDate: null });
    await update(home, { birthDate: "2008-01-01" });
    expect(await buying(home, "young")).toEqual(["DOCUMENT_REQUIRED", "DOCUMENT_REQUIRED"]);
  });
});

// covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
test("a qualification ends with the person, because the provider was sent another name", async () => {
  const home = await family();
  const typed = JSON.stringify({ consent: "yes", ine: qualificationMagic.ine.entitled }) as never;
  const asked = { paperworkTypeId: "school", qualificationProviderId: "studies", qualificationProviderInput: typed };
  const vouched = await api.call("createPaperwork", { ...asked, userId: home.child("Lou") } as never, {
    token: home.token,
  });
  expect(vouched.body.document.status).toBe("VALID");
  await update(home, { lastName: "Martin" });
  expect(await buying(home, "young")).toEqual(["DOCUMENT_INVALID", "DOCUMENT_INVALID"]);
  expect(await requestsOf(home)).toEqual([]);
});

// covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
test("a picture and a tariff status end with the person, and stay when only accents change", async () => {
  const home = await family();
  const picture = { name: "lou.jpg", type: "image/jpeg", bytes: await scan(400, 500) };
  await api.call("uploadMedia", { user_id: home.child("Lou") } as never, { token: home.token, file: picture });
  await update(home, { tariffStatus: "student" });
  await update(home, { firstName: "Loù" });
  expect([await buying(home, "pictured"), await buying(home, "campus")]).toEqual([
    ["ok", "ok"],
    ["ok", "ok"],
  ]);
  await update(home, { firstName: "Hugo" });
  expect(await buying(home, "pictured")).toEqual(["PICTURE_REQUIRED", "PICTURE_REQUIRED"]);
  expect(await buying(home, "campus")).toEqual(["TRAVELLER_NOT_ELIGIBLE", "TRAVELLER_NOT_ELIGIBLE"]);
});

test("a status that is declared with the new name belongs to the new person", async () => {
  const home = await family();
  await update(home, { firstName: "Hugo", tariffStatus: "student" });
  expect(await buying(home, "campus")).toEqual(["ok", "ok"]);
});

test("adding an unknown birth date ends nothing; another one afterwards counts as another person", async () => {
  const home = await family();
  await update(home, { tariffStatus: "student", birthDate: null });
  await update(home, { tariffStatus: "student", birthDate: "2011-01-01" });
  expect(await buying(home, "campus")).toEqual(["ok", "ok"]);
  await update(home, { birthDate: "2009-01-01" });
  expect(await buying(home, "campus")).toEqual(["TRAVELLER_NOT_ELIGIBLE", "TRAVELLER_NOT_ELIGIBLE"]);
});

// covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
test("a traveller with a linked transport card cannot become another person, but may take the name on the card", async () => {
  const home = await family();
  const card = await testCard(api.deps, { firstName: "Louise", lastName: "Haddad", birthDate: "2012-05-02" });
  const linking = { mediaNumber: card.number, mediaCustomerBirthDate: card.birthDate, userId: home.child("Lou") };
  expect((await api.call("registerMedia", linking as never, { token: home.token })).http).toBe(200);
  expect(code(await update(home, { firstName: "Hugo" }))).toBe("PERSON_BOUND");
  expect(code(await update(home, { birthDate: "2010-01-01" }))).toBe("PERSON_BOUND");
  expect(code(await update(home, { firstName: "Louise" }))).toBe("ok");
});

// covers §8: a change of person ends or re-examines rights: documents, qualifications, picture, status; cards and subscriptions stay bound to the person; tickets keep their name
test("a ticket keeps the name and the code that it was sold with, whatever the traveller's later name", async () => {
  const home = await family();
  await buying(home, "single");
  const wallet = async () => (await api.call("tickets", {}, { token: home.token })).body.items;
  const [before] = await wallet();
  await update(home, { firstName: "Hugo", lastName: "Petit", birthDate: "2001-01-01" });
  const [after] = await wallet();
  expect(after?.traveller).toMatchObject({ firstName: "Lou", lastName: "Haddad" });
  expect(after?.code).toBe(before?.code);
});
