import { travellersPerAccountMax } from "@guichet/contract/limits/account-limits.ts";
import { fileLinkMinutes } from "@guichet/contract/limits/file-limits.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { minutesMs } from "../clock.ts";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { type Family, familyOf } from "../testing/test-family.ts";
import { testPack } from "../testing/test-pack.ts";
import { testPerson } from "../testing/test-people.ts";

let people: PeopleApi;
let api: PeopleApi["api"];
let home: Family;
beforeAll(async () => {
  const hidden = testPack({ id: "hidden", network: { specific: { hideBirthDate: true } } });
  people = await openPeopleApi({ packs: [testPack(), testPack({ id: "south" }), hidden] });
  api = people.api;
  home = await familyOf(people, "home@example.org", ["Lou"]);
});
afterAll(() => people.close());

const noe = { firstName: "Noé", lastName: "Haddad", birthDate: "2015-06-30" };
const photo = (width = 400, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 40 } } })
    .jpeg()
    .toBuffer();
const upload = async (userId: string | undefined, token: string, bytes?: Buffer) =>
  api.call("uploadMedia", userId === undefined ? {} : { user_id: userId }, {
    token,
    file: { bytes: bytes ?? (await photo()), name: "me.jpg", type: "image/jpeg" },
  });

describe("a traveller", () => {
  // covers §6: parent: child profiles and pictures
  it("is added with names, birth date, phone and address, and is in the account", async () => {
    const address = {
      addressRoute: "1 rue Haute",
      addressPostalCode: "80000",
      addressCity: "Amiens",
      addressState: "",
    };
    const created = await api.call(
      "createProfile",
      { ...noe, phone: "06 12 34 56 78", address },
      { token: home.token },
    );
    expect(created.body).toMatchObject({
      status: "ok",
      user: { userName: "Noé", userBirthday: "2015-06-30", userPhoneNumber: "+33612345678", address, isParent: false },
    });
    const { body } = await api.call("getUser", {}, { token: home.token });
    expect(body.profiles.map(({ userName }) => userName)).toEqual(["Nour", "Lou", "Noé"]);
  });

  // covers §7: POST Account/createProfile.json, PUT Account/disableProfile
  it.each([
    [{ ...noe, firstName: "N" }, "NAME_TOO_SHORT"],
    [{ ...noe, firstName: "Brr" }, "NAME_WITHOUT_VOWEL"],
    [{ ...noe, lastName: "H4ddad" }, "NAME_FORBIDDEN_CHARACTER"],
    [{ ...noe, lastName: "NOE" }, "NAMES_EQUAL"],
    [{ ...noe, birthDate: "2027-01-01" }, "BIRTH_DATE_INVALID"],
    [{ ...noe, birthDate: null }, "FIELD_REQUIRED"],
    [{ ...noe, phone: "12" }, "PHONE_INVALID"],
    [
      { ...noe, address: { addressRoute: "1 rue Haute", addressPostalCode: "", addressCity: "", addressState: "" } },
      "FIELD_REQUIRED",
    ],
  ])("%j is refused: %s", async (given, code) => {
    expect((await api.call("createProfile", given, { token: home.token })).body.error?.code).toBe(code);
  });

  it("needs no birth date if the network hides it", async () => {
    const parent = await testPerson(api.deps, { network: "hidden" });
    const { birthDate: _, ...names } = noe;
    const created = await api.call("createProfile", names, { token: parent.token, network: "hidden" });
    expect(created.body).toMatchObject({ status: "ok", user: { userBirthday: null } });
  });

  it("is added once per idempotency key, and not by a guest or a traveller's own sign-in", async () => {
    const parent = await testPerson(api.deps);
    const once = { token: parent.token, idempotencyKey: "add-noe-once" };
    const both = await Promise.all([api.call("createProfile", noe, once), api.call("createProfile", noe, once)]);
    expect(new Set(both.map(({ body }) => body.user.userId)).size).toBe(1);
    const guest = await testPerson(api.deps, { guest: true });
    expect((await api.call("createProfile", noe, { token: guest.token })).body.error?.code).toBe("ACCOUNT_REQUIRED");
  });

  it(`is one of at most ${travellersPerAccountMax}, also under concurrent requests`, async () => {
    const parent = await testPerson(api.deps);
    const letters = "abcdefghijklmnopqrstuvwxyz".slice(0, travellersPerAccountMax + 5);
    const created = await Promise.all(
      [...letters].map((letter) =>
        api.call("createProfile", { ...noe, firstName: `No${letter}` }, { token: parent.token }),
      ),
    );
    const added = created.filter(({ body }) => body.status === "ok").length;
    const codes = new Set(created.flatMap(({ body }) => body.error?.code ?? []));
    expect([added, codes]).toEqual([travellersPerAccountMax - 1, new Set(["PROFILES_LIMIT"])]);
  });
});

describe("deactivation", () => {
  const disable = (userId: string | undefined, token = home.token) =>
    api.call("disableProfile", userId === undefined ? {} : { userId }, { token });
  const restore = (userId: string) => api.call("restoreProfile", { userId }, { token: home.token });

  // covers §4: traveller deactivated and restored
  it("deactivates a traveller, ends their sessions, and can be undone", async () => {
    await home.give("Lou", "Lou's own 1 password");
    const { idToken } = await people.signIn(home.email, "Lou's own 1 password");
    const own = (await api.call("login", { firebase_token: idToken })).body.user?.userToken ?? "";
    const lou = home.child("Lou");
    expect((await disable(lou)).body).toMatchObject({ status: "ok", user: { userStatus: "deactivated" } });
    expect((await api.call("getUser", {}, { token: own })).body.error?.code).toBe("AUTHENTICATION_TOKEN_INVALID");
    expect((await disable(lou)).body.error?.code).toBe("PROFILE_DEACTIVATED");
    expect((await restore(lou)).body).toMatchObject({ status: "ok", user: { userStatus: "active" } });
    expect((await restore(lou)).body.error?.code).toBe("TRANSITION_NOT_ALLOWED");
  });

  // covers §7: POST Account/createProfile.json, PUT Account/disableProfile
  it("is refused for the holder, without a name, and for a traveller of another account", async () => {
    const others = await familyOf(people, "others@example.org", ["Ali"]);
    expect((await disable(home.user.userId)).body.error).toMatchObject({
      code: "PROFILE_IN_USE",
      details: { reason: "holder" },
    });
    expect((await disable(undefined)).body.error).toMatchObject({
      code: "FIELD_REQUIRED",
      details: { field: "userId" },
    });
    for (const id of [others.child("Ali"), "nothing", api.deps.ids.uuid()])
      expect((await disable(id)).body.error?.code).toBe("NOT_FOUND");
  });

  // covers §4: traveller deactivated and restored
  it("is refused while an installment of an order for the traveller is unpaid", async () => {
    const { accountId } = home;
    const { db, ids, clock } = api.deps;
    const orderId = ids.uuid();
    await sql`insert into orders (id, network_id, account_id, number, status, origin, client_id, cart_digest, amount,
        currency, language, customer, created_at, expires_at, completed_at)
      values (${orderId}, 'north', ${accountId}, 'N-PARTS', 'COMPLETED', 'ESHOP', 'shop', 'x', 200, 'EUR', 'fr', '{}',
        ${clock.iso()}, ${clock.iso()}, ${clock.iso()})`.execute(db);
    await sql`insert into order_line (id, network_id, order_id, position, kind, shop_item_id, product_id, article, name,
        quantity, unit_amount, total_amount, vat_rate, traveller_id)
      values (${ids.uuid()}, 'north', ${orderId}, 1, 'article', 'single', 'single', '{}', 'Pass', 1, 200, 200, 10,
        ${home.child("Lou")})`.execute(db);
    await sql`insert into installment (network_id, order_id, position, method, amount, currency, due_on, collected_on, status)
      values ('north', ${orderId}, 2, 'CARD', 100, 'EUR', '2026-12-20', '2026-12-20', 'planned')`.execute(db);
    expect((await disable(home.child("Lou"))).body.error).toMatchObject({
      code: "PROFILE_IN_USE",
      details: { reason: "installment", names: ["N-PARTS"] },
    });
    await sql`update installment set status = 'paid' where order_id = ${orderId}`.execute(db);
    expect((await disable(home.child("Lou"))).body.status).toBe("ok");
    await restore(home.child("Lou"));
  });
});

describe("a picture", () => {
  // covers §7: POST Media/uploadMedia.json
  it("has a link that works for its session only, for ten minutes", async () => {
    const parent = await testPerson(api.deps);
    const { body } = await upload(undefined, parent.token);
    const pictureAddress = new URL(body.user.userPictureUrl ?? "");
    const link = `${api.url}${pictureAddress.pathname}${pictureAddress.search}`;
    const response = await fetch(link);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(400);
    const forged = new URL(link);
    forged.searchParams.set("until", "2099-01-01T00:00:00.000Z");
    expect((await fetch(forged)).status).toBe(403);
    const other = new URL(link);
    other.pathname = other.pathname.replace("/north/", "/south/");
    expect((await fetch(other)).status).toBe(403);
    await api.call("logout", {}, { token: parent.token });
    expect((await fetch(link)).status).toBe(410);

    const later = await testPerson(api.deps);
    const again = new URL((await upload(undefined, later.token)).body.user.userPictureUrl ?? "");
    api.clock.setOffset(api.clock.offsetMs() + minutesMs(fileLinkMinutes));
    expect((await fetch(`${api.url}${again.pathname}${again.search}`)).status).toBe(410);
  });

  it("replaces the previous one, which is deleted, and can be removed", async () => {
    const parent = await testPerson(api.deps);
    const files = async () => {
      const found = await sql<{ n: number }>`select count(*)::int as n from stored_file
        where account_id = ${parent.accountId}`.execute(api.deps.db);
      return found.rows[0]?.n;
    };
    await upload(undefined, parent.token);
    await upload(undefined, parent.token);
    expect(await files()).toBe(1);
    const removed = await api.call("removePicture", {}, { token: parent.token });
    expect([removed.body.user.userPictureUrl, await files()]).toEqual([null, 0]);
  });

  // covers §8: a traveller's picture has the pixels that a card needs
  it("has at least the pixels that a card needs, measured upright", async () => {
    const { token } = await testPerson(api.deps);
    const lying = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: "#446688" } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
    const sent = async (bytes: Buffer) => {
      const { http, body } = await upload(undefined, token, bytes);
      return [http, body.error?.code ?? "taken"];
    };
    for (const bytes of [await photo(299, 400), await photo(300, 399), await photo(400, 300), await lying(300, 400)]) {
      expect(await sent(bytes)).toEqual([422, "FILE_TOO_SMALL"]);
    }
    expect((await upload(undefined, token, await photo(299, 400))).body.error?.details).toEqual({
      width: 300,
      height: 400,
    });
    expect(await sent(await photo(300, 400))).toEqual([200, "taken"]);
    expect(await sent(await lying(400, 300))).toEqual([200, "taken"]);
  });

  // covers §5: profile picture is a file
  it("must be a file and a picture; a refused upload is not stored", async () => {
    const parent = await testPerson(api.deps);
    const none = await api.call("uploadMedia", { media: "me.jpg" } as never, { token: parent.token });
    expect(none.body.error?.code).toBe("FIELD_UNKNOWN");
    const nothing = await api.call("uploadMedia", {}, { token: parent.token });
    expect(nothing.body.error?.code).toBe("PICTURE_NOT_A_FILE");
    const pdf = await upload(undefined, parent.token, Buffer.from("%PDF-1.7\n"));
    expect(pdf.body.error?.code).toBe("FILE_TYPE_NOT_ACCEPTED");
    const found = await sql`select from stored_file where account_id = ${parent.accountId}`.execute(api.deps.db);
    expect(found.rows).toHaveLength(0);
  });

  // covers §6: parent: child profiles and pictures
  it("is set for a child by the parent, by the child itself, and by nobody else", async () => {
    const others = await familyOf(people, "pictures@example.org", ["Ali"]);
    await others.give("Ali", "Ali's own 1 password");
    const { idToken } = await people.signIn(others.email, "Ali's own 1 password");
    const own = (await api.call("login", { firebase_token: idToken })).body.user?.userToken ?? "";
    expect((await upload(others.child("Ali"), others.token)).body.user.userPictureUrl).toMatch(/^http/);
    expect((await upload(undefined, own)).body.status).toBe("ok");
    expect((await upload(others.user.userId, own)).body.error?.code).toBe("NOT_FOUND");
    expect((await upload(others.child("Ali"), home.token)).body.error?.code).toBe("NOT_FOUND");
    expect((await upload(api.deps.ids.uuid(), home.token)).body.error?.code).toBe("NOT_FOUND");
    await others.deactivate("Ali");
    expect((await upload(others.child("Ali"), others.token)).body.error?.code).toBe("PROFILE_DEACTIVATED");
  });
});

describe("a form that carries a file", () => {
  it("is required: JSON is refused where a form is expected, and a form where JSON is", async () => {
    const json = await api.send("POST", "/Media/uploadMedia.json", { body: {}, headers: { "x-client": "shop" } });
    expect(json).toMatchObject({ http: 415, body: { error: { code: "CONTENT_TYPE_UNSUPPORTED" } } });
    const form = await api.send("POST", "/Account/getUser.json", {
      body: new FormData(),
      headers: { "x-client": "shop" },
    });
    expect(form).toMatchObject({ http: 415, body: { error: { code: "CONTENT_TYPE_UNSUPPORTED" } } });
  });

  it("is signed by its values, has one file, and is complete", async () => {
    const send = (body: unknown, type = "multipart/form-data; boundary=b") =>
      api.send("POST", "/Media/uploadMedia.json", { body, headers: { "x-client": "shop", "content-type": type } });
    const part = (name: string, more = "") =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;
    const file = part("media", '; filename="a.png"');
    expect((await send(`${file}--b--\r\n`)).body).toMatchObject({ error: { code: "SIGNATURE_INVALID" } });
    expect((await send(`${file}${file}--b--\r\n`)).body).toMatchObject({ error: { code: "BODY_MALFORMED" } });
    expect((await send(part("other", '; filename="a.png"'))).body).toMatchObject({ error: { code: "BODY_MALFORMED" } });
    expect((await send(`${part("a")}${part("a")}--b--\r\n`)).body).toMatchObject({
      error: { code: "FIELDS_CONFLICT" },
    });
    expect((await send("no form at all")).body).toMatchObject({ error: { code: "BODY_MALFORMED" } });
  });

  // covers §8: file refusals
  it("with more than 10 MB is refused as too large", async () => {
    const parent = await testPerson(api.deps);
    const { http, body } = await upload(undefined, parent.token, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect([http, body.error?.code]).toEqual([413, "FILE_TOO_LARGE"]);
  });
});

test("an account may upload a limited number of files an hour", async () => {
  const parent = await testPerson(api.deps);
  const bytes = await photo(40, 50);
  let refused = 0;
  for (let sent = 0; sent <= 100 && refused === 0; sent += 1) {
    if ((await upload(undefined, parent.token, bytes)).body.error?.code === "TOO_MANY_REQUESTS") refused = sent;
  }
  expect(refused).toBe(100);
}, 60_000);
