import { secureFor } from "@guichet/web/cookies.ts";
import { expect, test } from "vitest";
import { type CookieName, cookieRules, cookiesOf } from "./cookies.server.ts";

const tenYears = 315_360_000;

// covers §9: cookies: names, lifetimes, SameSite
test.each<[CookieName, string[]]>([
  ["theme", [`Max-Age=${tenYears}`, "SameSite=Strict"]],
  ["locale", ["Max-Age=31536000", "SameSite=Strict"]],
  ["fbToken", [`Max-Age=${tenYears}`, "SameSite=Strict", "HttpOnly"]],
  ["fbRefreshToken", [`Max-Age=${tenYears}`, "SameSite=Strict", "HttpOnly"]],
  ["userTicketToken", ["SameSite=Lax", "HttpOnly"]],
  ["userCustomToken", ["SameSite=Strict", "HttpOnly"]],
  ["userRefreshToken", ["SameSite=Strict", "HttpOnly"]],
  ["refreshTokenExpiresIn", ["SameSite=Strict", "HttpOnly"]],
  ["customTokenExpiresIn", ["SameSite=Strict", "HttpOnly"]],
  ["knownDevice", ["Max-Age=31536000", "SameSite=Strict", "HttpOnly"]],
  ["preview", ["Max-Age=86400", "SameSite=Lax", "HttpOnly"]],
  ["authState", ["Max-Age=600", "SameSite=Lax", "HttpOnly"]],
])("the cookie %s is written with %s, on path /, Secure", (name, attributes) => {
  const cookies = cookiesOf(undefined, true);
  cookies.set(name, "value");
  const parts = cookies.written()[0]?.split("; ") ?? [];
  expect(parts).toEqual(expect.arrayContaining([`${name}=value`, "Path=/", "Secure", ...attributes]));
  expect(parts.includes("HttpOnly")).toBe(attributes.includes("HttpOnly"));
});

// covers §9: cookies: names, lifetimes, SameSite
test("every cookie that contains a token is HttpOnly", () => {
  for (const [name, rule] of Object.entries(cookieRules)) {
    if (/token/i.test(name)) expect(rule.httpOnly, name).toBe(true);
  }
});

test.each([
  ["http", "localhost", false],
  ["http", "zones.localhost", false],
  ["http", "127.0.0.1", false],
  ["http", "shop.example.org", true],
  ["https", "localhost", true],
])("cookies over %s on %s: Secure is %s", (protocol, host, secure) => {
  expect(secureFor(protocol, host)).toBe(secure);
});

test("a cleared cookie expires immediately and is absent for the rest of the request; one that did not exist is not written", () => {
  const cookies = cookiesOf("fbToken=a; theme=dark", true);
  cookies.clear("fbToken");
  cookies.clear("userTicketToken");
  expect(cookies.get("fbToken")).toBeUndefined();
  expect(cookies.written()).toHaveLength(1);
  expect(cookies.written()[0]).toContain("Max-Age=0");
});
