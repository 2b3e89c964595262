import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { holder, startApiPeer } from "../../testing/api-peer.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";

const lou = {
  ...holder,
  userId: "t1",
  userName: "Lou",
  userLastname: "Morel",
  isParent: false,
  userBirthday: "2014-03-09",
  userPictureUrl: "https://api.example/files/kept/demo/p1?session=s&until=u&signature=x",
};

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
let refused: string | undefined;
beforeAll(async () => {
  const pages = await builtPages();
  const answer = (user: object) => (_seen: unknown, reply: { code(status: number): { send(body: object): unknown } }) =>
    refused === undefined
      ? { status: "ok", user }
      : reply.code(400).send({ status: "ko", error: { code: refused, message: "" } });
  peer = await startApiPeer({
    "/Account/getUser.json": (seen, reply) => {
      if (seen.headers.authorization !== "Bearer good")
        return reply.code(401).send({ status: "ko", error: { code: "AUTHENTICATION_TOKEN_INVALID", message: "" } });
      return { status: "ok", user: seen.values.userId === "t1" ? lou : holder, profiles: [holder, lou] };
    },
    "/Account/createProfile.json": answer(lou),
    "/Account/update.json": answer(lou),
    "/Account/disableProfile": answer({ ...lou, userStatus: "deactivated" }),
    "/Account/restoreProfile": answer(lou),
    "/Media/uploadMedia.json": answer(lou),
    "/Media/removeMedia": answer({ ...lou, userPictureUrl: null }),
    "/files/kept/demo/p1": (_seen, reply) => reply.type("image/jpeg").send(Buffer.from("picture")),
  });
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});
beforeEach(() => {
  refused = undefined;
  peer.seen.length = 0;
});

const host = "localhost:3000";
const cookie = "userTicketToken=good; fbToken=a; fbRefreshToken=b";
const get = (url: string, sent = cookie) =>
  shop.inject({ method: "GET", url, headers: { host, "sec-fetch-site": "same-origin", cookie: sent } });
const send = async (url: string, form: FormData | URLSearchParams) => {
  const body = new Response(form);
  return shop.inject({
    method: "POST",
    url,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: {
      host,
      origin: "http://localhost:3000",
      "content-type": body.headers.get("content-type") ?? "",
      cookie,
    },
  });
};
const post = (url: string, form: Record<string, string>) => send(url, new URLSearchParams(form));
const sent = (path: string) => peer.seen.filter((seen) => seen.path === path);
const noe = {
  firstName: "Noé",
  lastName: "Morel",
  "birthDate-day": "30",
  "birthDate-month": "6",
  "birthDate-year": "2015",
};

// covers §2: /account/new
test("a traveller is added by the form, once per key, and the user returns to the page that needed one", async () => {
  const key = /name="key" value="([^"]+)"/.exec((await get("/account/new?next=%2Fproducts%2Fpass")).body)?.[1] ?? "";
  const added = await post("/account/new?next=%2Fproducts%2Fpass", { ...noe, key });
  expect([added.statusCode, added.headers.location]).toEqual([303, "/products/pass"]);
  const [call] = sent("/Account/createProfile.json");
  expect(call?.values).toMatchObject({ firstName: "Noé", lastName: "Morel", birthDate: "2015-06-30", phone: null });
  expect([key.length, call?.headers["idempotency-key"]]).toEqual([36, key]);
  const elsewhere = await post("/account/new?next=%2F%2Fevil.example", noe);
  expect(elsewhere.headers.location).toBe("/account/t1?flash=added");
});

// covers §8: profile and picture update refusals
test("errors are shown at their fields, in sentences about the traveller, and nothing is sent", async () => {
  const { statusCode, body } = await post("/account/new", {
    ...noe,
    firstName: "",
    "birthDate-year": "",
    "birthDate-day": "",
    "birthDate-month": "",
  });
  expect(statusCode).toBe(422);
  expect(body).toContain("Saisissez le prénom.");
  expect(body).toContain("Indiquez la date de naissance");
  expect(sent("/Account/createProfile.json")).toHaveLength(0);
  refused = "PROFILES_LIMIT";
  expect((await post("/account/new", noe)).body).toContain("Votre compte comporte déjà 20 voyageurs.");
});

// covers §2: /account/{id}: data, picture, deactivation
test("a traveller is changed, deactivated and reactivated; a refusal shows its reason", async () => {
  expect((await post("/account/t1", { ...noe, what: "person" })).headers.location).toBe("/account/t1?flash=person");
  expect(sent("/Account/update.json")[0]?.values).toMatchObject({
    userId: "t1",
    firstName: "Noé",
    birthDate: "2015-06-30",
  });
  expect((await post("/account/t1", { what: "deactivation" })).headers.location).toBe("/account/t1?flash=deactivation");
  expect((await post("/account/t1", { what: "restoration" })).headers.location).toBe("/account/t1?flash=restoration");
  refused = "PROFILE_IN_USE";
  const { statusCode, body } = await post("/account/t1", { what: "deactivation" });
  expect([statusCode, body.includes("Ce voyageur ne peut pas être désactivé")]).toEqual([422, true]);
});

// covers §2: /account/{id}: data, picture, deactivation
// covers §8: profile and picture update refusals
test("a picture is passed to the Ticket API unchanged; a missing or refused one is explained", async () => {
  const form = new FormData();
  form.set("what", "picture");
  form.set("picture", new Blob(["bytes"]), "me.jpg");
  expect((await send("/account/t1?edit=picture", form)).headers.location).toBe("/account/t1?flash=picture");
  expect(sent("/Media/uploadMedia.json")[0]).toMatchObject({ signed: true, values: { userId: "t1" } });
  expect(Buffer.from(sent("/Media/uploadMedia.json")[0]?.files.media?.bytes ?? []).toString()).toBe("bytes");
  const none = new FormData();
  none.set("what", "picture");
  none.set("picture", new Blob([]), "");
  expect((await send("/account/t1?edit=picture", none)).body).toContain("Choisissez une photo");
  refused = "FILE_MIXED";
  expect((await send("/account/t1?edit=picture", form)).body).toContain(
    "contient autre chose que des pages ou une image",
  );
  refused = undefined;
  expect((await post("/account/t1", { what: "picture-removal" })).headers.location).toBe(
    "/account/t1?flash=picture-removal",
  );
});

test("the picture is shown to the signed-in user, under the shop's own address, and to nobody else", async () => {
  const { body } = await get("/account/t1");
  const source = /src="(\/account\/pictures\/picture\?[^"]+)"/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(body).not.toContain("api.example");
  const shown = await get(source);
  expect([shown.statusCode, shown.headers["content-type"], shown.body]).toEqual([200, "image/jpeg", "picture"]);
  expect(shown.headers["cache-control"]).toBe("private, no-store");
  expect((await get(source, "theme=dark")).statusCode).toBe(404);
  expect((await get("/account/pictures/picture?person=u1")).statusCode).toBe(404);
});
