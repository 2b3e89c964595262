import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { holder, startApiPeer } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
beforeAll(async () => {
  const pages = await builtPages();
  const refusal = (code: string) => ({ status: "ko", error: { code, message: "" } });
  const unverified = { ...holder, isVerified: false, verifiedAt: null };
  peer = await startApiPeer({
    "/Account/introspectToken.json": (seen, reply) =>
      seen.headers.authorization === "Bearer broken"
        ? reply.code(500).send(refusal("ERR_INTERNAL"))
        : {
            status: "ok",
            active: true,
            userId: "u1",
            networkId: "demo",
            authAsGuest: false,
            expiresAt: "2026-12-31T00:00:00Z",
          },
    "/Account/getUser.json": ({ headers }) => {
      const user = headers.authorization === "Bearer unverified" ? unverified : holder;
      return { status: "ok", user, profiles: [] };
    },
    "/Account/verify": (_seen, reply) => reply.code(409).send(refusal("ALREADY_VERIFIED")),
    "/Account/sendVerificationEmail": (_seen, reply) => reply.code(409).send(refusal("ALREADY_VERIFIED")),
  });
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});

const { get: getWith, post: postWith } = requestsTo(() => shop);
const get = (url: string, cookie: string) => getWith(url, { cookie });
const post = (url: string, form: Record<string, string>, cookie: string) => postWith(url, form, { cookie });

// covers §8: already verified, wait before retrying
test("an address that is already confirmed is shown as confirmed, with its link and when another e-mail is requested", async () => {
  const visitor = await post("/fr/verify-account", { code: "abc" }, "theme=light");
  expect([visitor.statusCode, visitor.headers.location]).toEqual([303, "/fr/auth/login?flash=verified"]);
  const there = await post("/fr/verify-account", { code: "abc" }, "userTicketToken=unverified");
  expect(there.headers.location).toBe("/fr/account?flash=verified");
  const known = await get("/fr/verify-account?code=abc", "userTicketToken=good");
  expect(known.headers.location).toBe("/fr");
  const asked = await post("/fr/unverified-account", {}, "userTicketToken=unverified");
  expect(asked.headers.location).toBe("/fr/account?flash=verified");
  expect((await get("/fr/account?flash=verified", "userTicketToken=good")).body).toContain("confirmée");
});

// covers §8: a failing session check is a 500
test("a failing session check shows the error page with 500, and signs nobody out", async () => {
  const cookie = "userTicketToken=broken; fbToken=secret-identity; fbRefreshToken=secret-refresh";
  const { statusCode, headers, body } = await get("/fr/account", cookie);
  expect([statusCode, headers["set-cookie"]]).toEqual([500, undefined]);
  expect(body).toContain("<h1");
  expect(body).not.toContain("secret-");
});
