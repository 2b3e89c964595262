import type { Language } from "@guichet/contract/languages.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { officeAt, officeHost, officeStaff, startOfficePeer } from "./office-peer.ts";

let stored: Language | null = null;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/login": () => ({
        ...{ status: "ok", staffToken: "good", expiresAt: "2026-12-31T00:00:00Z", nextStep: null },
        staff: { ...officeStaff, language: stored },
      }),
      "/Office/setLanguage": ({ values }) => {
        stored = values.language === "ar" ? "ar" : null;
        return { status: "ok" };
      },
      "/Office/getInvitation": () => ({
        ...{ status: "ok", name: "Bea Roux", email: "bea@operator.example", expiresAt: "2026-11-23T09:00:00.000Z" },
      }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const browser = { host: officeHost, origin: `http://${officeHost}`, "accept-language": "it-CH,en;q=0.5" };
const post = (url: string, fields: Record<string, string>, cookie = "") =>
  office.inject({
    method: "POST",
    url,
    headers: { ...browser, cookie, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
const documentAt = async (url: string, cookie = "") => {
  const { body } = await office.inject({ url, headers: { ...browser, cookie } });
  return /<html lang="(\w+)" dir="(\w+)"/u.exec(body)?.slice(1);
};
const languageSet = ({ cookies }: Awaited<ReturnType<typeof post>>) =>
  cookies.find(({ name }) => name === "__Host-officeLanguage")?.value;

// covers: the office is in five languages, Arabic from right to left
test("the language is the browser's until the person has chosen one, and then the person's in every browser", async () => {
  expect(await documentAt("/sign-in")).toEqual(["it", "ltr"]);
  const credentials = { email: officeStaff.email, password: "Choose my 9 keys" };
  expect(languageSet(await post("/sign-in", credentials))).toBeUndefined();
  const chosen = await post("/preferences", { language: "ar", back: "/demo/orders" }, "__Host-officeToken=good");
  expect([chosen.headers.location, languageSet(chosen), stored]).toEqual(["/demo/orders", "ar", "ar"]);
  expect(languageSet(await post("/sign-in", credentials))).toBe("ar");
  expect(await documentAt("/sign-in", "__Host-officeLanguage=ar")).toEqual(["ar", "rtl"]);
});

test("a choice before the sign-in is kept in the browser only", async () => {
  stored = null;
  const chosen = await post("/preferences", { language: "ar", back: "/sign-in" });
  expect([chosen.headers.location, languageSet(chosen), stored]).toEqual(["/sign-in", "ar", null]);
});

test("the page of an invitation is in the language of its e-mail, until another one is chosen there", async () => {
  expect(await documentAt("/invitation/code?lang=ar", "__Host-officeLanguage=es")).toEqual(["ar", "rtl"]);
  const { body } = await office.inject({ url: "/invitation/code?lang=ar", headers: browser });
  expect(body).toContain('name="back" value="/invitation/code"');
});
