import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { createShop } from "../../../server/server.ts";
import { holder, startApiPeer } from "../../../testing/api-peer.ts";
import { requestsTo } from "../../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../../testing/built-pages.ts";

const nameless = { ...holder, userName: "", userLastname: "", isComplete: false, userBirthday: null };
const refused = { status: "ko", error: { code: "NAMES_EQUAL", message: "" } };

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
/** The account as stored in the Ticket API. */
let user = nameless;
let refuses = false;
beforeAll(async () => {
  const pages = await builtPages();
  peer = await startApiPeer({
    "/Account/getUser.json": () => ({ status: "ok", user, profiles: [] }),
    "/Account/update.json": ({ values }, reply) => {
      if (refuses) return reply.code(400).send(refused);
      user = { ...user, userName: String(values.firstName), userLastname: String(values.lastName), isComplete: true };
      return { status: "ok", user };
    },
  });
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});
beforeEach(() => {
  user = nameless;
  refuses = false;
  peer.seen.length = 0;
});

const { get, post } = requestsTo(() => shop, { cookie: "userTicketToken=good" });
const finalize = (typed: Record<string, string>) =>
  post("/fr/auth/finalize?next=%2Faccount%2Fwallet", { what: "finalize", ...typed });
const saved = () => peer.seen.find(({ path }) => path === "/Account/update.json");
const bornOn = { "birthDate-day": "4", "birthDate-month": "5", "birthDate-year": "1988" };

// covers §2: /auth/finalize completes the account
test("a user who adds the missing names is redirected to the requested page, and not asked again", async () => {
  expect((await get("/fr/account/wallet")).headers.location).toBe("/fr/auth/finalize?next=%2Faccount%2Fwallet");
  const answer = await finalize({ firstName: "Nour", lastName: "Haddad", ...bornOn });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/fr/account/wallet"]);
  expect(saved()?.values).toMatchObject({ firstName: "Nour", lastName: "Haddad", birthDate: "1988-05-04" });
  expect(saved()?.headers.authorization).toBe("Bearer good");
  expect((await get("/fr/auth/finalize?next=%2Faccount%2Fwallet")).headers.location).toBe("/fr/account/wallet");
});

test("the birth date is optional", async () => {
  expect((await finalize({ firstName: "Nour", lastName: "Haddad" })).statusCode).toBe(303);
  expect(saved()?.values).not.toHaveProperty("birthDate");
});

test("missing names are reported at their fields, and nothing is saved", async () => {
  const { statusCode, body } = await finalize({ firstName: "", lastName: "Haddad" });
  expect(statusCode).toBe(422);
  expect(body.match(/Saisissez votre prénom\./g)?.length).toBeGreaterThanOrEqual(2);
  expect(body).toContain('value="Haddad"');
  expect(saved()).toBeUndefined();
});

// covers §2: /auth/finalize completes the account
test("an error of the Ticket API is shown at its field, and the input is preserved", async () => {
  refuses = true;
  const { statusCode, body } = await finalize({ firstName: "Nour", lastName: "Haddad" });
  expect(statusCode).toBe(422);
  expect(body).toContain('href="#lastName"');
  expect(body).toContain('value="Nour"');
});
