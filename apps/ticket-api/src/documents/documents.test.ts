import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { daysMs, minutesMs } from "../clock.ts";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { documentsPack, sendDocument } from "../testing/test-documents.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testPerson } from "../testing/test-people.ts";
import { acceptSubmission, askForMore, changeExpiry, refuseSubmission, takeSubmission } from "./decide-submission.ts";
import { queuedSubmissions } from "./submission-store.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
let home: Family;
beforeAll(async () => {
  people = await openPeopleApi({ packs: [documentsPack(), documentsPack("south")] });
  api = people.api;
});
afterAll(() => people.close());

let families = 0;
beforeEach(async () => {
  home = await familyOf(people, `home-${++families}@example.org`, ["Lou", "Noe"]);
});

const send = (values: Parameters<typeof sendDocument>[2] = {}, file: Parameters<typeof sendDocument>[3] = {}) =>
  sendDocument(people, home.token, values, file);
const sent = async (values: Parameters<typeof sendDocument>[2] = {}) => (await send(values)).body.document.documentId;
const submit = (document_ids: string[], item_id = "young", token = home.token) =>
  api.call("createDocumentsSubmission", { item_id, document_ids }, { token });
const staffId = "01900000-0000-7000-8000-000000000001";
const byStaff = async <T>(
  verb: (tx: never, deps: never, verdict: never) => Promise<T>,
  submissionId: string,
  more: Record<string, unknown> = {},
): Promise<T> => {
  const network = await api.deps.networks.get("north");
  return api.deps.db
    .transaction()
    .execute((tx) => verb(tx as never, api.deps as never, { network, submissionId, staffId, ...more } as never));
};
const accepted = async (document_ids: string[], item = "young", more: Record<string, unknown> = {}) => {
  const { submission } = (await submit(document_ids, item)).body;
  await byStaff(takeSubmission, submission.submissionId);
  return byStaff(acceptSubmission, submission.submissionId, more);
};
const neededOf = async (values: Record<string, unknown> = {}) =>
  (await api.call("getDocuments", values, { token: home.token })).body.documents;
const errorsOf = async (productId: string, line: Record<string, unknown> = {}) => {
  const articles = [{ quantity: 1, productId, customerId: home.user.userId, support: "DEMATERIALIZED", ...line }];
  const { body } = await api.call("verifyOrder", { articles } as never, { token: home.token });
  return body.lines[0]?.errors.map(({ code, details }) => ({ code, ...details }));
};

describe("a submission", () => {
  // covers §3: validation application
  it("has a number, a deadline and a history, and the holder is notified", async () => {
    const documentId = await sent();
    const { body } = await submit([documentId]);
    // Friday 20 November: two working days later is Tuesday.
    expect(body.submission).toMatchObject({
      status: "pending",
      shopItemId: "young",
      expected_on: "2026-11-24",
      documents: [{ documentId, submissionId: body.submission.submissionId }],
      events: [{ event: "created", author: "customer" }],
    });
    expect(body.submission.number).toMatch(/^D-[2-9A-Z]{8}$/);
    const [message] = await people.emails(home.email);
    expect(message?.text).toContain(body.submission.number);
    expect(message?.text).toContain("24 novembre 2026");
  });

  // covers §3: validation application
  it("is the only one for a traveller and an article, also under concurrent calls; a document is in one", async () => {
    const documentId = await sent();
    const many = await Promise.all(Array.from({ length: 5 }, () => submit([documentId])));
    expect(many.map(({ body }) => body.error?.code ?? "ok").toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => "SUBMISSION_OPEN"),
      "ok",
    ]);
    expect((await submit([documentId], "later")).body.error?.code).toBe("SUBMISSION_OPEN");
    const removed = await api.call("deleteDocument", { documentId }, { token: home.token });
    expect(removed.body.error?.code).toBe("SUBMISSION_OPEN");
  });

  // covers §7: POST Document/createDocumentsSubmission.json, updateDocumentsSubmission.json
  it("needs the article's documents, nothing else, all of one traveller, each still usable", async () => {
    const school = await sent();
    const income = await sent({ document_type: "income" });
    const lous = await sent({ user_id: home.child("Lou"), document_type: "income" });
    expect((await submit([school], "solidarity")).body.error).toMatchObject({
      code: "DOCUMENT_REQUIRED",
      details: { documentTypeIds: ["income"] },
    });
    expect((await submit([school, income])).body.error?.code).toBe("DOCUMENT_NOT_ASKED");
    expect((await submit([school, lous], "solidarity")).body.error?.code).toBe("NOT_FOUND");
    expect((await submit([school], "nothing")).body.error?.code).toBe("ARTICLE_UNKNOWN");
    expect((await submit([school], "single")).body.error?.code).toBe("DOCUMENT_NOT_ASKED");
    await api.call("deleteDocument", { documentId: income }, { token: home.token });
    expect((await submit([school, income], "solidarity")).body.error).toMatchObject({
      code: "DOCUMENT_INVALID",
      details: { status: "deleted" },
    });
    expect((await submit([school, await sent({ document_type: "income" })], "solidarity")).body.status).toBe("ok");
  });

  // covers §7: POST Document/createDocumentsSubmission.json, updateDocumentsSubmission.json
  it("is withdrawn by the customer while nobody examines it; the documents stay drafts", async () => {
    const documentId = await sent();
    const { submissionId } = (await submit([documentId])).body.submission;
    const cancel = () => api.call("cancelDocumentsSubmission", { submission_id: submissionId }, { token: home.token });
    expect((await cancel()).body.submission).toMatchObject({ status: "cancelled", documents: [{ status: "PENDING" }] });
    expect((await cancel()).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
    expect((await neededOf())[0]?.draft?.documentId).toBe(documentId);
    const again = (await submit([documentId])).body.submission;
    await byStaff(takeSubmission, again.submissionId);
    const late = await api.call(
      "cancelDocumentsSubmission",
      { submission_id: again.submissionId },
      { token: home.token },
    );
    expect(late.body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  });

  // covers §3: validation application
  // covers §7: POST Document/createDocumentsSubmission.json, updateDocumentsSubmission.json
  it("is returned, completed under its number, accepted, and then the article can be ordered", async () => {
    expect(await errorsOf("young")).toMatchObject([{ code: "DOCUMENT_REQUIRED", documentTypeIds: ["school"] }]);
    const blurred = await sent();
    const { submission } = (await submit([blurred])).body;
    expect(await people.emails(home.email)).toHaveLength(1);
    await byStaff(takeSubmission, submission.submissionId);
    expect((await neededOf())[0]?.status).toBe("validating");
    const grounds = { reason: "unreadable", remark: "La date est coupée." };
    await byStaff(askForMore, submission.submissionId, grounds);
    const returnedEmail = (await people.emails(home.email)).find(({ subject }) => subject.includes("à compléter"));
    expect(returnedEmail?.text).toContain("La date est coupée.");
    expect(await errorsOf("young")).toMatchObject([{ code: "DOCUMENT_INVALID" }]);
    const refusedOne = await api.call(
      "updateDocumentsSubmission",
      { submission_id: submission.submissionId, document_ids: [blurred] },
      { token: home.token },
    );
    expect(refusedOne.body.error?.code).toBe("DOCUMENT_INVALID");
    api.clock.setOffset(api.clock.offsetMs() + daysMs(1));
    const clear = await sent();
    const completed = await api.call(
      "updateDocumentsSubmission",
      { submission_id: submission.submissionId, document_ids: [clear] },
      { token: home.token },
    );
    expect(completed.body.submission).toMatchObject({
      number: submission.number,
      status: "pending",
      documents: [{ documentId: clear }],
    });
    await byStaff(takeSubmission, submission.submissionId);
    const decided = await byStaff(acceptSubmission, submission.submissionId);
    expect(decided).toMatchObject({ ok: true, value: { status: "accepted" } });
    const { items } = (await api.call("getUserDocumentSubmissions", { scope: "past" }, { token: home.token })).body;
    expect(items[0]?.events.map(({ event }) => event)).toEqual([
      "created",
      "taken",
      "asked",
      "completed",
      "taken",
      "accepted",
    ]);
    const resultEmail = (await people.emails(home.email)).find(({ subject }) => subject.includes("acceptés"));
    expect(resultEmail?.text).toMatch(/\/cart\s/);
    expect(await errorsOf("young")).toEqual([]);
    const placed = await api.call(
      "placeOrder",
      {
        articles: [{ quantity: 1, productId: "young", customerId: home.user.userId, support: "DEMATERIALIZED" }],
        paymentMethod: "CARD",
        termsAccepted: true,
        totalAmount: { amount: 0, currency: "EUR" },
        returnUrl: "/cart",
      },
      { token: home.token },
    );
    expect(placed.body).toMatchObject({ orderStatus: "COMPLETED" });
  });

  it("is refused for good with a reason that the holder reads; another may follow", async () => {
    const documentId = await sent();
    const { submissionId } = (await submit([documentId])).body.submission;
    await byStaff(takeSubmission, submissionId);
    await byStaff(refuseSubmission, submissionId, { reason: "wrong-person", remark: null });
    const { items } = (
      await api.call("getUserDocumentSubmissions", { submission_id: submissionId }, { token: home.token })
    ).body;
    expect(items[0]).toMatchObject({
      status: "refused",
      reason: "wrong-person",
      documents: [{ status: "INVALID", reason: "wrong-person" }],
    });
    const resultEmail = (await people.emails(home.email)).find(({ subject }) => subject.includes("refusés"));
    expect(resultEmail?.text).toContain("au nom d’une autre personne");
    expect((await submit([await sent()])).body.status).toBe("ok");
  });
});

describe("a decision of the staff", () => {
  it("is refused in the wrong state, and for a submission of another network", async () => {
    const { submissionId } = (await submit([await sent()])).body.submission;
    const grounds = { reason: "other", remark: null };
    for (const verb of [acceptSubmission, refuseSubmission, askForMore])
      expect(await byStaff(verb, submissionId, grounds)).toMatchObject({ code: "TRANSITION_NOT_ALLOWED" });
    const south = await api.deps.networks.get("south");
    expect(await byStaff(takeSubmission, submissionId, { network: south })).toMatchObject({ code: "NOT_FOUND" });
    const twice = await Promise.all([byStaff(takeSubmission, submissionId), byStaff(takeSubmission, submissionId)]);
    expect(twice.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  });

  it("starts with the longest waiting submission that matches the filter", async () => {
    const first = (await submit([await sent()])).body.submission;
    api.clock.setOffset(api.clock.offsetMs() + minutesMs(5));
    const second = (await submit([await sent({ user_id: home.child("Lou") })], "later")).body.submission;
    const queue = async (filter: Parameters<typeof queuedSubmissions>[2], after?: string) =>
      (await queuedSubmissions(api.deps.db, "north", filter, { limit: 500, after: after ?? null })).map(({ id }) => id);
    const waiting = await queue({ statuses: ["pending"] });
    expect(waiting.indexOf(first.submissionId)).toBeLessThan(waiting.indexOf(second.submissionId));
    expect(
      await queue({ statuses: ["pending"], shopItemId: "later", number: second.number.slice(0, 6).toLowerCase() }),
    ).toEqual([second.submissionId]);
    expect(await queue({ statuses: ["pending"] }, first.submissionId)).not.toContain(first.submissionId);
    expect(await queue({ statuses: ["pending"], documentTypeId: "income", number: first.number })).toEqual([]);
    expect(await queue({ statuses: ["pending"], expectedBefore: "2026-11-01" })).toEqual([]);
  });
});

describe("a valid document", () => {
  it("counts until its type's end, is replaced by the next accepted one, and counts while that one is examined", async () => {
    const first = await sent();
    await accepted([first]);
    const [school] = await neededOf();
    expect([school?.status, school?.document?.expires_at]).toEqual([
      "valid",
      new Date(Date.UTC(...endOfThreeMonths())).toISOString(),
    ]);
    const second = await sent();
    expect((await neededOf())[0]).toMatchObject({
      status: "valid",
      document: { documentId: first },
      draft: { documentId: second },
    });
    await accepted([second], "later");
    const { items } = (await api.call("getUserDocuments", {}, { token: home.token })).body;
    expect(items.map(({ documentId, status, replaced }) => [documentId, status, replaced])).toEqual([
      [second, "VALID", false],
      [first, "VALID", true],
    ]);
  });

  // covers §8: documents that do not count in an order; federation data insufficient
  it("does not count for a ticket that starts after its end", async () => {
    await accepted([await sent()], "young", {});
    const { proposals } = await starts();
    expect(await errorsOf("later", { startMonth: proposals[0] })).toEqual([]);
    expect(await errorsOf("later", { startMonth: proposals[6] })).toMatchObject([
      { code: "DOCUMENT_INVALID", documentTypeIds: ["school"] },
    ]);
  });

  // covers §8: documents that do not count in an order; federation data insufficient
  it("ends on the day that staff set, has one reminder 14 days before, and then no longer counts", async () => {
    const documentId = await sent();
    const today = api.clock.now();
    const day = (days: number) => new Date(today.getTime() + daysMs(days)).toISOString().slice(0, 10);
    await accepted([documentId], "young", { goodUntil: { [documentId]: day(60) } });
    const network = await api.deps.networks.get("north");
    const changed = await api.deps.db
      .transaction()
      .execute((tx) => changeExpiry(tx, api.deps, { network: network as never, documentId, goodUntil: day(30) }));
    expect(changed.ok).toBe(true);
    const endings = async () => (await people.emails(home.email)).filter(({ subject }) => subject.includes("expire"));
    api.clock.setOffset(api.clock.offsetMs() + daysMs(16));
    expect(await endings()).toHaveLength(0);
    api.clock.setOffset(api.clock.offsetMs() + daysMs(2));
    expect(await endings()).toHaveLength(1);
    api.clock.setOffset(api.clock.offsetMs() + daysMs(11));
    expect([(await neededOf())[0]?.status, (await endings()).length]).toEqual(["valid", 1]);
    api.clock.setOffset(api.clock.offsetMs() + daysMs(2));
    expect((await neededOf())[0]?.status).toBe("expired");
    expect(await errorsOf("young")).toMatchObject([{ code: "DOCUMENT_INVALID" }]);
    const { items } = (await api.call("getUserDocuments", {}, { token: home.token })).body;
    expect(items[0]).toMatchObject({ status: "VALID", expired: true });
    const late = await api.deps.db
      .transaction()
      .execute((tx) =>
        changeExpiry(tx, api.deps, { network: network as never, documentId: api.deps.ids.uuid(), goodUntil: null }),
      );
    expect(late).toMatchObject({ code: "NOT_FOUND" });
  });
});

// covers §7: GET Document/getDocuments.json, getUserDocuments.json, getUserDocumentSubmissions.json, fileDownloadUrl
test("documents and submissions are paged by cursor, newest first", async () => {
  const ids: string[] = [];
  for (const user of [home.user.userId, home.child("Lou"), home.child("Noe")])
    ids.unshift(await sent({ user_id: user }));
  for (const id of ids.toReversed()) await submit([id]);
  const pages = async (name: "getUserDocuments" | "getUserDocumentSubmissions") => {
    const first = (await api.call(name, { limit: 2 }, { token: home.token })).body;
    const second = (await api.call(name, { limit: 2, cursor: first.nextCursor }, { token: home.token })).body;
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, undefined]);
    return [...first.items, ...second.items];
  };
  const documents = (await pages("getUserDocuments")) as { documentId: string }[];
  expect(documents.map(({ documentId }) => documentId)).toEqual(ids);
  const submissions = (await pages("getUserDocumentSubmissions")) as { userId: string }[];
  expect(submissions.map(({ userId }) => userId)).toEqual([home.child("Noe"), home.child("Lou"), home.user.userId]);
  for (const name of ["getUserDocuments", "getUserDocumentSubmissions"] as const)
    expect((await api.call(name, { cursor: "x" }, { token: home.token })).body.error?.code).toBe("CURSOR_INVALID");
});

// covers §7: GET Document/getDocuments.json, getUserDocuments.json, getUserDocumentSubmissions.json, fileDownloadUrl
test("documents and submissions of another account, network or traveller are not found", async () => {
  const documentId = await sent({ user_id: home.child("Noe") });
  const { submissionId } = (await submit([documentId])).body.submission;
  const draft = await sent();
  await home.give("Lou", "Lou's own 1 password");
  const { idToken } = await people.signIn(home.email, "Lou's own 1 password");
  const lou = (await api.call("login", { firebase_token: idToken })).body.user?.userToken ?? "";
  const south = await testPerson(api.deps, { network: "south" });
  const stranger = await testPerson(api.deps);
  const readers = [
    { token: stranger.token, network: "north" },
    { token: south.token, network: "south" },
    { token: lou, network: "north" },
  ];
  for (const asking of readers) {
    const asks = [
      api.call("fileDownloadUrl", { documentId }, asking),
      api.call("deleteDocument", { documentId: draft }, asking),
      api.call("createDocumentsSubmission", { item_id: "young", document_ids: [draft] }, asking),
      api.call("updateDocumentsSubmission", { submission_id: submissionId, document_ids: [draft] }, asking),
      api.call("cancelDocumentsSubmission", { submission_id: submissionId }, asking),
      api.call("getUserDocumentSubmissions", { submission_id: submissionId }, asking),
      api.call("getUserDocuments", { userId: home.child("Noe") }, asking),
      api.call("getDocuments", { userId: home.child("Noe") }, asking),
      api.call("getUserDocumentSubmissions", { userId: home.child("Noe") }, asking),
    ];
    for (const { body } of await Promise.all(asks)) expect(body.error?.code).toBe("NOT_FOUND");
    expect((await api.call("getUserDocuments", {}, asking)).body.items).toEqual([]);
    expect((await api.call("getUserDocumentSubmissions", {}, asking)).body.items).toEqual([]);
  }
  const own = await sendDocument(people, lou);
  expect(own.body.document?.userId).toBe(home.child("Lou"));
  expect((await api.call("getUserDocuments", {}, { token: lou })).body.items).toHaveLength(1);
  const mixed = await submit([draft, own.body.document.documentId]);
  expect(mixed.body.error?.code).toBe("NOT_FOUND");
});

/** Local midnight at the end of three months from now, in the network's time zone (Paris, winter and summer). */
function endOfThreeMonths(): [number, number, number, number] {
  const now = api.clock.now();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, now.getUTCDate()));
  const shift = new Intl.DateTimeFormat("en", { timeZone: "Europe/Paris", timeZoneName: "shortOffset" })
    .formatToParts(day)
    .find(({ type }) => type === "timeZoneName")?.value;
  return [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), -Number(shift?.replace("GMT", "") ?? 0)];
}

async function starts() {
  const now = api.clock.now();
  const proposals = Array.from({ length: 8 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + index, 1)).toISOString().slice(0, 7),
  );
  return { proposals };
}
