import { expect, test } from "vitest";
import { cookiesBy } from "./cookies.ts";

const rules = { token: { maxAgeSeconds: 60, sameSite: "strict", httpOnly: true } } as const;

// covers §9: the office's cookies are limited to its host
test("a host cookie is Secure, for every path and without domain, and one without the prefix is ignored", () => {
  const cookies = cookiesBy<"token">(rules, "token=planted; __Host-token=own", "host");
  expect(cookies.get("token")).toBe("own");
  expect(cookiesBy<"token">(rules, "token=planted", "host").get("token")).toBeUndefined();
  cookies.set("token", "new");
  expect(cookies.get("token")).toBe("new");
  expect(cookies.written()).toEqual(["__Host-token=new; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict"]);
  cookies.clear("token");
  expect(cookies.written()).toEqual(["__Host-token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict"]);
});
