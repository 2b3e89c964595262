import { federationPaths, realmPaths } from "@guichet/contract/integrations/sandbox-identity.ts";
import type * as client from "openid-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenSandbox, openSandbox } from "../testing/open-sandbox.ts";
import { atFederation, atRealm, begin } from "../testing/relying-party.ts";

let sandbox: OpenSandbox;
let federation: client.Configuration;
let realm: client.Configuration;
let cookies: Map<string, string>;

beforeAll(async () => {
  sandbox = await openSandbox();
  federation = await atFederation(sandbox);
  realm = await atRealm(sandbox, "demo");
});
beforeEach(() => {
  cookies = new Map();
});
afterAll(() => sandbox.close());

test.each([
  ["ui_locales", { ui_locales: "de ar" }, "fr-FR", '<html lang="ar" dir="rtl">'],
  ["the browser", {}, "de-DE, it;q=0.8, en;q=0.5", '<html lang="it" dir="ltr">'],
  ["nobody", {}, "de", '<html lang="en" dir="ltr">'],
])("the page is in the language of %s, runs no script and is not cached", async (_who, change, language, tag) => {
  const { url } = await begin(federation, change);
  const page = await go(url, { "accept-language": language });
  const text = await page.text();
  expect(text).toContain(tag);
  expect(text).not.toContain("<script");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://localhost:3000;");
  expect(page.headers.get("cache-control")).toBe("no-store");
});

test("choosing an identity redirects to the redirect URI with a code", async () => {
  const page = await go((await begin(federation)).url);
  const chosen = await submit(page.url, { identity: "claire", email: "" });
  const callback = await go(chosen.headers.get("location") ?? "");
  expect(callback.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/fr\/auth\/fc\/finalize\?code=/);
});

test("the same browser can sign in as several persons in turn", async () => {
  const codes = new Set<string>();
  for (const identity of ["claire", "thomas", "thomas"]) {
    const page = await go((await begin(federation)).url);
    const chosen = await submit(page.url, { identity });
    const callback = await go(chosen.headers.get("location") ?? "");
    codes.add(new URL(callback.headers.get("location") ?? "").searchParams.get("code") ?? "");
  }
  expect(codes.size).toBe(3);
});

test("an invalid e-mail is shown again, escaped, with an error, and nobody is signed in", async () => {
  const page = await go((await begin(federation, { ui_locales: "fr" })).url);
  const again = await submit(page.url, { identity: "claire", email: '"><script>' });
  const text = await again.text();
  expect(again.status).toBe(422);
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(text.split("nom@exemple.fr")).toHaveLength(3);
  expect((await submit(page.url, { identity: "nobody" })).status).toBe(422);
});

test.each([
  ["a wrong password", { username: "camille", password: "Guichet-demo-2025" }],
  ["an unknown user", { username: "nobody", password: "Guichet-demo-2026" }],
  ["nothing typed", {}],
])("a realm refuses %s with the same text, and never shows the password again", async (_what, typed) => {
  const page = await go((await begin(realm, { ui_locales: "en" })).url);
  const again = await submit(page.url, typed);
  const text = await again.text();
  expect(again.status).toBe(422);
  expect(text.split("do not match").length).toBe(3);
  expect(text).not.toContain("Guichet-demo-2025");
});

test("a sign-in of another browser, a used one and an expired one are closed", async () => {
  const page = await go((await begin(realm)).url);
  const typed = { username: "Camille ", password: "Guichet-demo-2026" };
  const done = await submit(page.url, typed);
  const own = new Map(cookies);
  cookies = new Map();
  const stranger = await go(done.headers.get("location") ?? "", { accept: "text/html" });
  expect([stranger.status, stranger.headers.get("location")]).toEqual([400, null]);
  cookies = own;
  expect((await go(done.headers.get("location") ?? "")).headers.get("location")).toContain("code=");
  expect((await submit(page.url, typed)).status).toBe(404);

  const late = await go((await begin(realm, { prompt: "login" })).url);
  await sandbox.call("POST", "/clock", { offsetMs: 31 * 60_000 });
  const closed = await submit(late.url, typed);
  expect(closed.status).toBe(404);
  expect(await closed.text()).toContain("This sign-in has ended");
  await sandbox.call("POST", "/clock", { offsetMs: 0 });
});

test("with a session there is no page, unless the shop requires a recent sign-in by max_age on the installation's clock", async () => {
  const typed = { username: "yanis", password: "Guichet-demo-2026" };
  const first = await submit((await go((await begin(realm)).url)).url, typed);
  await go(first.headers.get("location") ?? "");
  const asks = async (change: Record<string, string>) => (await go((await begin(realm, change)).url)).status === 200;
  expect(await asks({})).toBe(false);
  expect(await asks({ max_age: "600" })).toBe(false);
  expect(await asks({ max_age: "0" })).toBe(true);
  await sandbox.call("POST", "/clock", { offsetMs: 601_000 });
  expect(await asks({ max_age: "600" })).toBe(true);
  expect(await asks({ max_age: "1200" })).toBe(false);
  await sandbox.call("POST", "/clock", { offsetMs: 0 });
});

test.each([federationPaths.signIn, realmPaths("zones").signIn])(
  "%s of an unknown sign-in shows it as closed",
  async (path) => {
    expect((await go(`${sandbox.url}${path}/nothing`)).status).toBe(404);
  },
);

test("a foreign page can neither order faults nor sign anybody in by a form", async () => {
  for (const path of [federationPaths.behaviour, federationPaths.answer, realmPaths("demo").behaviour]) {
    const body = new URLSearchParams({ next: "down" });
    expect((await fetch(sandbox.url + path, { method: "POST", body })).status).toBe(415);
  }
});

/** Sends a GET with the current cookies and follows redirects within the sandbox's pages. */
async function go(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await send(url, { headers });
  const next = response.headers.get("location") ?? "";
  return next.includes("/sign-in/") ? go(next, headers) : response;
}

function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return send(url, { method: "POST", body: new URLSearchParams(fields) });
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie };
  const response = await fetch(url, { ...init, headers, redirect: "manual" });
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    expect(line.toLowerCase()).toContain("httponly");
    cookies.set(name, value);
  }
  return response;
}
