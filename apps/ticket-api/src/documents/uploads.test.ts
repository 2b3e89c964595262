import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { staffIdleMinutes } from "@guichet/contract/limits/staff-limits.ts";
import { zipSync } from "fflate";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { minutesMs } from "../clock.ts";
import { fileLink } from "../files/links.ts";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { documentsPack, scan, sendDocument } from "../testing/test-documents.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testPerson } from "../testing/test-people.ts";
import { testStaff } from "../testing/test-staff.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
let home: Family;
let others: Family;
beforeAll(async () => {
  people = await openPeopleApi({ packs: [documentsPack()] });
  api = people.api;
  others = await familyOf(people, "others@example.org", ["Ali"]);
});
afterAll(() => people.close());

let families = 0;
beforeEach(async () => {
  home = await familyOf(people, `home-${++families}@example.org`, ["Lou", "Noe"]);
});

const send = (values: Parameters<typeof sendDocument>[2] = {}, file: Parameters<typeof sendDocument>[3] = {}) =>
  sendDocument(people, home.token, values, file);
const sent = async (values: Parameters<typeof sendDocument>[2] = {}) => (await send(values)).body.document.documentId;
const neededOf = async (values: Record<string, unknown> = {}) =>
  (await api.call("getDocuments", values, { token: home.token })).body.documents;
const rowsOf = async (accountId: string) => {
  const found = await sql<{ documents: number; files: number }>`select
    (select count(*)::int from document where account_id = ${accountId}) as documents,
    (select count(*)::int from stored_file where account_id = ${accountId}) as files`.execute(api.deps.db);
  return found.rows[0];
};

describe("an uploaded document", () => {
  // covers §7: POST Media/uploadDocument.json
  it("is stored as pending for the named traveller, and listed among the types with its status", async () => {
    const { http, body } = await send({ user_id: home.child("Lou") }, { name: "certificat été.jpg" });
    expect([http, body.document]).toMatchObject([
      200,
      { document_type_id: "school", userId: home.child("Lou"), status: "PENDING", fileName: "certificat été.jpg" },
    ]);
    const [school, income] = await neededOf({ userId: home.child("Lou") });
    expect([school?.status, school?.draft?.documentId, income?.status]).toEqual([
      "pending",
      body.document.documentId,
      "missing",
    ]);
    expect(school?.neededBy.map(({ shopItemId }) => shopItemId)).toEqual(["young", "solidarity", "later"]);
    expect((await neededOf())[0]?.status).toBe("missing");
    expect((await neededOf({ item_id: "solidarity" })).map((each) => each.document_type_id)).toEqual([
      "school",
      "income",
    ]);
    expect(await neededOf({ item_id: "single" })).toEqual([]);
  });

  // covers §7: POST Media/uploadDocument.json
  it("is created once per idempotency key; another file under that key is another request", async () => {
    const bytes = await scan();
    const once = (file: Uint8Array) =>
      api.call(
        "uploadDocument",
        { document_type: "school" },
        { token: home.token, idempotencyKey: "one-document", file: { bytes: file, name: "a.jpg" } },
      );
    const [first, second] = [await once(bytes), await once(bytes)];
    expect(second.body.document).toEqual(first.body.document);
    expect((await once(await scan(61))).body.error?.code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await rowsOf(home.accountId)).toEqual({ documents: 1, files: 1 });
  });

  it("replaces the previous draft, whose file is deleted", async () => {
    const before = await sent();
    const after = await sent();
    const { items } = (await api.call("getUserDocuments", {}, { token: home.token })).body;
    expect(items.map(({ documentId, replaced, deleted }) => [documentId, replaced, deleted])).toEqual([
      [after, false, false],
      [before, true, true],
    ]);
    expect(await rowsOf(home.accountId)).toEqual({ documents: 2, files: 1 });
  });

  // covers §8: file refusals
  it.each<[string, () => Promise<{ bytes: Uint8Array; name?: string }>]>([
    ["FILE_TOO_LARGE", async () => ({ bytes: Buffer.alloc(uploadMaxBytes + 1) })],
    [
      "FILE_TOO_MANY_PIXELS",
      async () => ({
        bytes: await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: "#fff" } })
          .png()
          .toBuffer(),
      }),
    ],
    ["FILE_MIXED", async () => ({ bytes: Buffer.concat([await scan(), zipSync({ "a.exe": Buffer.from("MZ") })]) })],
    ["FILE_TYPE_NOT_ACCEPTED", async () => ({ bytes: Buffer.from("<svg onload='alert(1)'/>") })],
    [
      "FILE_UNSAFE",
      async () => ({
        bytes: Buffer.from(["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("-")),
      }),
    ],
    ["FILE_NAME_INVALID", async () => ({ bytes: await scan(), name: "notice\u202Egpj.exe" })],
    ["FILE_DAMAGED", async () => ({ bytes: (await scan(900, 900)).subarray(0, 1_500) })],
  ])(
    "is refused as %s, and nothing of it is stored",
    async (code, make) => {
      const { body } = await send({}, await make());
      expect(body.error?.code).toBe(code);
      expect(await rowsOf(home.accountId)).toEqual({ documents: 0, files: 0 });
    },
    30_000,
  );

  // covers §7: POST Media/uploadDocument.json
  it("needs a file, a document type of the network, and an active traveller of the account", async () => {
    const none = await api.call("uploadDocument", { document_type: "school" }, { token: home.token });
    expect(none.body.error).toMatchObject({ code: "FIELD_REQUIRED", details: { field: "document" } });
    expect((await send({ document_type: "passport" })).body.error?.code).toBe("DOCUMENT_TYPE_UNKNOWN");
    for (const user_id of [others.child("Ali"), "nothing", api.deps.ids.uuid()])
      expect((await send({ user_id })).body.error?.code).toBe("NOT_FOUND");
    await home.deactivate("Noe");
    expect((await send({ user_id: home.child("Noe") })).body.error?.code).toBe("PROFILE_DEACTIVATED");
    expect(await rowsOf(home.accountId)).toEqual({ documents: 0, files: 0 });
    const guest = await testPerson(api.deps, { guest: true });
    expect((await sendDocument(people, guest.token)).body.error?.code).toBe("ACCOUNT_REQUIRED");
  });

  // covers §7: GET Document/getDocuments.json, getUserDocuments.json, getUserDocumentSubmissions.json, fileDownloadUrl
  it("has a link for this session alone, and is deleted with its file", async () => {
    const documentId = await sent();
    const { body } = await api.call("fileDownloadUrl", { documentId }, { token: home.token });
    const link = new URL(body.url);
    const response = await fetch(`${api.url}${link.pathname}${link.search}`);
    expect([response.status, response.headers.get("content-type"), body.fileName]).toEqual([
      200,
      "image/jpeg",
      "notice.jpg",
    ]);
    link.searchParams.set("for", "staff");
    expect((await fetch(`${api.url}${link.pathname}${link.search}`)).status).toBe(403);
    const removed = await api.call("deleteDocument", { documentId }, { token: home.token });
    expect(removed.body.document).toMatchObject({ deleted: true, fileName: null });
    expect(await rowsOf(home.accountId)).toEqual({ documents: 1, files: 0 });
    for (const name of ["fileDownloadUrl", "deleteDocument"] as const)
      expect((await api.call(name, { documentId }, { token: home.token })).body.error?.code).toBe("NOT_FOUND");
  });

  it("is shown to staff who examine documents in this network, as long as their session is open", async () => {
    const documentId = await sent();
    const file = await sql<{ id: string }>`select file_id as id from document where id = ${documentId}`.execute(
      api.deps.db,
    );
    const open = async (staffId: string) => {
      const of = { fileId: file.rows[0]?.id ?? "", networkId: "north", reader: "staff" as const };
      const link = new URL(fileLink(api.deps, { ...of, sessionId: staffId }));
      return (await fetch(`${api.url}${link.pathname}${link.search}`)).status;
    };
    const examiner = await testStaff(api, { north: ["examiner"] });
    expect(await open(examiner.staffId)).toBe(200);
    expect(await open((await testStaff(api, { north: ["agent"] })).staffId)).toBe(410);
    expect(await open("nobody")).toBe(403);
    expect(await open(api.deps.ids.uuid())).toBe(410);
    api.clock.setOffset(api.clock.offsetMs() + minutesMs(staffIdleMinutes));
    expect(await open(examiner.staffId)).toBe(410);
  });
});

it("is refused with a retry time if files cannot be checked now, and nothing is stored", async () => {
  const unchecked = await openPeopleApi({ packs: [documentsPack()], environment: { CLAMAV_HOST: "127.0.0.1:9" } });
  try {
    const family = await familyOf(unchecked, "unchecked@example.org", ["Lou"]);
    const { http, body, retryAfter } = await sendDocument(unchecked, family.token, { user_id: family.child("Lou") });
    expect([http, (body as { error?: { code: string } }).error?.code]).toEqual([503, "FILE_CHECK_UNAVAILABLE"]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    const stored = await sql`select from stored_file where account_id = ${family.accountId}`.execute(
      unchecked.api.deps.db,
    );
    expect(stored.rows).toEqual([]);
  } finally {
    await unchecked.close();
  }
});
