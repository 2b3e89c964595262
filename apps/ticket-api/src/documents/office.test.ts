import { afterAll, beforeAll, expect, test } from "vitest";
import { daysMs, minutesMs } from "../clock.ts";
import { saveDisabled } from "../sessions/staff-store.ts";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { documentsPack, sendDocument } from "../testing/test-documents.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { type TestStaff, testStaff } from "../testing/test-staff.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
let one: TestStaff;
let other: TestStaff;
beforeAll(async () => {
  people = await openPeopleApi({ packs: [documentsPack(), documentsPack("south")] });
  api = people.api;
  one = await testStaff(api, { north: ["examiner"] }, "Soazig Perrot");
  other = await testStaff(api, { north: ["examiner"], south: ["examiner"] }, "Erwan Guen");
});
afterAll(() => people.close());

let families = 0;
/** A submission of a new family for a young person's article, with the family. */
async function request(): Promise<{ submissionId: string; home: Family }> {
  const home = await familyOf(people, `office-${++families}@example.org`, []);
  const { documentId } = (await sendDocument(people, home.token)).body.document;
  const submissionRequest = { item_id: "young", document_ids: [documentId] };
  const { body } = await api.call("createDocumentsSubmission", submissionRequest, { token: home.token });
  return { submissionId: body.submission.submissionId, home };
}
const code = (reply: { body: { error?: { code: string } } }) => reply.body.error?.code;
const take = (submissionId: string, staff = one, takeOver = false) =>
  api.call("takeSubmission", { submissionId, takeOver }, { token: staff.token });
const decide = (submissionId: string, values: Record<string, unknown>, staff = one) =>
  api.call("decideSubmission", { submissionId, ...values } as never, { token: staff.token });
const get = async (submissionId: string, staff = one) =>
  (await api.call("officeSubmission", { submissionId }, { token: staff.token })).body.submission;
const list = async (values: Record<string, unknown> = {}) =>
  (await api.call("officeSubmissions", { limit: 100, ...values } as never, { token: one.token })).body;
const listed = async (values: Record<string, unknown> = {}) =>
  (await list(values)).items.map(({ submissionId }) => submissionId);

test("the queue lists waiting submissions, longest first, by state, type and number, and marks late ones", async () => {
  const [first, second] = [await request(), await request()];
  const ours = (ids: string[]) => ids.filter((id) => [first.submissionId, second.submissionId].includes(id));
  expect(ours(await listed())).toEqual([first.submissionId, second.submissionId]);
  expect(ours(await listed({ status: "accepted" }))).toEqual([]);
  expect(ours(await listed({ documentTypeId: "school" }))).toHaveLength(2);
  expect(ours(await listed({ documentTypeId: "income" }))).toEqual([]);
  const { number, isLate, documentTypes } = await get(second.submissionId);
  expect([isLate, documentTypes]).toEqual([false, ["School certificate"]]);
  expect(await listed({ number: number.toLowerCase() })).toEqual([second.submissionId]);
  expect((await list()).documentTypes.map(({ id }) => id)).toEqual(["school", "income"]);
  const page = await list({ limit: 1 });
  expect((await listed({ limit: 1, cursor: page.nextCursor }))[0]).not.toBe(page.items[0]?.submissionId);
  expect(code(await api.call("officeSubmissions", { cursor: "x" }, { token: one.token }))).toBe("CURSOR_INVALID");
});

// covers §6: staff examine a submission: one person at a time, accept, refuse with a reason, return for completion
test("one examiner has a submission at a time, also under concurrent calls; a colleague may take it over explicitly", async () => {
  const { submissionId } = await request();
  const ends = await Promise.all([take(submissionId, one), take(submissionId, other)]);
  expect(ends.map((end) => code(end) ?? "ok").toSorted()).toEqual(["SUBMISSION_TAKEN", "ok"]);
  const [winner, loser] = ends[0]?.http === 200 ? [one, other] : [other, one];
  expect((await get(submissionId, winner)).isMine).toBe(true);
  expect(await get(submissionId, loser)).toMatchObject({ status: "processing", isMine: false });
  expect(code(await decide(submissionId, { verdict: "accept" }, loser))).toBe("SUBMISSION_TAKEN");
  expect(code(await take(submissionId, loser))).toBe("SUBMISSION_TAKEN");
  expect((await take(submissionId, loser, true)).http).toBe(200);
  expect(code(await decide(submissionId, { verdict: "accept" }, winner))).toBe("SUBMISSION_TAKEN");
  expect((await decide(submissionId, { verdict: "accept" }, loser)).body.submissionStatus).toBe("accepted");
});

// covers §6: staff examine a submission: one person at a time, accept, refuse with a reason, return for completion
test("accepting a submission makes the document valid, notifies the customer, and returns the next one", async () => {
  const { submissionId, home } = await request();
  const next = await request();
  expect(code(await decide(submissionId, { verdict: "accept" }))).toBe("TRANSITION_NOT_ALLOWED");
  await take(submissionId);
  const { body } = await decide(submissionId, { verdict: "accept" });
  expect(body).toMatchObject({ status: "ok", submissionStatus: "accepted" });
  expect(await listed({ status: "pending" })).toContain(next.submissionId);
  expect((await listed({ status: "pending" }))[0]).toBe(body.next);
  const { documents } = (await api.call("getDocuments", { item_id: "young" }, { token: home.token })).body;
  expect(documents[0]?.document?.status).toBe("VALID");
  expect((await get(submissionId)).events.map(({ event, by }) => [event, by])).toEqual([
    ["created", null],
    ["taken", "Soazig Perrot"],
    ["accepted", "Soazig Perrot"],
  ]);
  expect(code(await take(submissionId))).toBe("TRANSITION_NOT_ALLOWED");
  expect(code(await decide(submissionId, { verdict: "refuse", reason: "other" }))).toBe("TRANSITION_NOT_ALLOWED");
});

test.each([
  ["refuse", "refused"],
  ["ask", "to complete"],
] as const)(
  "the decision %s needs a reason, which the customer sees with the remark, and gets by e-mail",
  async (verdict, status) => {
    const { submissionId, home } = await request();
    await take(submissionId);
    expect(code(await decide(submissionId, { verdict }))).toBe("FIELD_REQUIRED");
    const remark = "The year is cut off";
    expect((await decide(submissionId, { verdict, reason: "incomplete", remark })).body.submissionStatus).toBe(status);
    const { items } = (await api.call("getUserDocumentSubmissions", {}, { token: home.token })).body;
    expect(items[0]).toMatchObject({ status, reason: "incomplete", remark });
    const emails = await people.emails(home.email);
    const [email] = emails.filter(({ text }) => text.includes(remark));
    const { shopItemId, userId } = items[0] ?? {};
    // The button leads to where the right to this article is proved again, or the request is completed.
    const place =
      verdict === "refuse" ? `/documents?item=${shopItemId}&for=${userId}` : `/documents/submissions?request=`;
    expect(email?.text).toContain(place);
    expect(emails.filter(({ text }) => text.includes(remark))).toHaveLength(1);
  },
);

// covers §6: staff examine a submission: one person at a time, accept, refuse with a reason, return for completion
test("a link to a file works for the examiner who got it, for ten minutes, and only while they are signed in", async () => {
  const { submissionId, home } = await request();
  const staff = await testStaff(api, { north: ["examiner"] });
  const link = async () => (await get(submissionId, staff)).documents[0]?.fileUrl ?? "";
  const opened = async (url: string) => {
    const { pathname, search } = new URL(url);
    return (await fetch(new URL(pathname + search, api.url))).status;
  };
  const url = await link();
  expect(await opened(url)).toBe(200);
  expect(await opened(url.replace("/north/", "/south/"))).toBe(403);
  expect(await opened(url.replace(staff.staffId, one.staffId))).toBe(403);
  api.clock.setOffset(api.clock.offsetMs() + minutesMs(11));
  expect(await opened(url)).toBe(410);
  const fresh = await link();
  await api.deps.db.transaction().execute((tx) => saveDisabled(tx, staff.staffId, api.clock.iso()));
  expect(await opened(fresh)).toBe(410);
  expect(home.email).toContain("@");
});

test("a submission of another network is not found, and its staff see none of this one's", async () => {
  const { submissionId } = await request();
  const south = { token: other.token, network: "south" };
  for (const name of ["officeSubmission", "takeSubmission"] as const) {
    expect([name, code(await api.call(name, { submissionId }, south))]).toEqual([name, "NOT_FOUND"]);
  }
  const decided = await api.call("decideSubmission", { submissionId, verdict: "accept" }, south);
  expect(code(decided)).toBe("NOT_FOUND");
  expect((await api.call("officeSubmissions", {}, south)).body.items).toEqual([]);
});

test("a submission with a deadline of yesterday is late", async () => {
  const { submissionId } = await request();
  api.clock.setOffset(api.clock.offsetMs() + daysMs(7));
  const fresh = await testStaff(api, { north: ["examiner"] });
  expect((await get(submissionId, fresh)).isLate).toBe(true);
});
