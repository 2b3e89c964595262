import { expect, test } from "vitest";
import { type ProviderSignIn, writeProviderSignIn } from "../app/identity/providers/provider-sign-in-state.ts";
import { cookiesOf } from "../app/session/cookies.server.ts";
import { frameOfReturn, isReturn } from "./provider-callbacks.ts";

const pending: ProviderSignIn = {
  providerId: "fc",
  isOwn: false,
  next: undefined,
  purpose: "signin",
  state: "state-1",
  language: "ar",
  prefix: "/ar",
};
const cookiesWith = (value?: ProviderSignIn) =>
  cookiesOf(value && `authState=${encodeURIComponent(writeProviderSignIn(value))}`, true);

test.each([
  ["/auth/fc/finalize", "code=c&state=s", true],
  ["/auth/custom", "error=access_denied&state=s", true],
  ["/auth/fc/delete-identity", "code=c&state=s", true],
  ["/account/identity/add", "code=c&state=s", true],
  ["/account/identity/replace", "code=c&state=s", true],
  ["/auth/custom", "code=c", false],
  ["/auth/custom", "", false],
  ["/cart", "code=c&state=s", false],
])("%s?%s is a callback of an identity provider: %s", (path, query, isAnswer) => {
  expect(isReturn(path, new URLSearchParams(query), cookiesWith())).toBe(isAnswer);
});

test.each([
  ["signout", "state-1", true],
  ["signout", "state-2", false],
  ["signin", "state-1", false],
] as const)("the sign-out of a %s with the state %s is a callback: %s", (purpose, state, isAnswer) => {
  const query = new URLSearchParams({ state });
  expect(isReturn("/auth/logout", query, cookiesWith({ ...pending, purpose }))).toBe(isAnswer);
});

test("the callback uses the language in which the sign-in began, otherwise the browser's", () => {
  const frame = { language: "fr", prefix: "" } as Parameters<typeof frameOfReturn>[0];
  expect(frameOfReturn(frame, cookiesWith(pending))).toMatchObject({ language: "ar", prefix: "/ar" });
  expect(frameOfReturn(frame, cookiesWith())).toBe(frame);
});
