import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { ok, openProviderShop, type ShopAnswer, signedIn } from "../../testing/provider-shop.ts";

let shop: Awaited<ReturnType<typeof openProviderShop>>;
beforeAll(async () => {
  shop = await openProviderShop();
});
afterAll(() => shop?.close());
beforeEach(() => shop.startAgain());

const own = "http://localhost:3000";
const q = encodeURIComponent;
const born = { "birthDate-day": "9", "birthDate-month": "3", "birthDate-year": "2014" };
const person = { firstName: "Lou", lastName: "Morel", ...born };

/** Flows that redirect to an address from the request, run to completion. */
const places: [what: string, go: (to: string) => Promise<ShopAnswer>][] = [
  [
    "/auth/login",
    (to) => shop.post(`/fr/auth/login?next=${q(to)}`, { email: "a@demo.example", password: "Tram-2026" }),
  ],
  ["/auth/finalize", (to) => shop.get(`/fr/auth/finalize?next=${q(to)}`, signedIn)],
  ["/unverified-account", (to) => shop.get(`/fr/unverified-account?next=${q(to)}`, signedIn)],
  ["/account/new", (to) => shop.post(`/fr/account/new?next=${q(to)}`, { ...person, key: "k1" }, signedIn)],
  [
    "/account/transport-cards",
    (to) => {
      const card = { mediaNumber: "9250111122223339", ...born };
      return shop.post(`/fr/account/transport-cards?next=${q(to)}`, card, signedIn);
    },
  ],
  ["/theme", (to) => shop.post("/fr/theme", { theme: "dark", back: to })],
];

const strange = [
  "https://evil.example/",
  "//evil.example/",
  "///evil.example/",
  "/\\evil.example/",
  "\\\\evil.example/",
  "/%2f%2fevil.example/",
  "%2f%2fevil.example/",
  "/%5Cevil.example/",
  "/\t/evil.example/",
  "\t//evil.example/",
  "/\n/evil.example/",
  "/\u0000/evil.example/",
  "/\u2028/evil.example/",
  "/\u00a0/evil.example/",
  "/../..//evil.example/",
  "/.//evil.example/",
  "/%2e%2f/evil.example/",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "http:evil.example",
  "@evil.example",
];

// covers §9: no return path redirects to another site
test.each(places)("%s redirects to a path of the shop, and to nothing else", async (_what, go) => {
  expect((await go("/cart?x=1")).headers.location).toBe("/fr/cart?x=1");
  for (const to of strange) {
    const { statusCode, headers } = await go(to);
    // An address with an invalid character is rejected before any redirect.
    if (to.includes("\0") && statusCode === 400) continue;
    expect([to, statusCode >= 302 && statusCode <= 303]).toEqual([to, true]);
    expect(headers.location).not.toMatch(/evil|script|data:|^\/\//i);
    expect(new URL(String(headers.location), own).origin).toBe(own);
  }
});

test.each([
  ["/@evil.example", "/fr/@evil.example"],
  ["/;x", "/fr/;x"],
  ["/cart?next=//evil.example", "/fr/cart?next=//evil.example"],
  ["/\uff0f\uff0fevil.example", undefined],
  ["/\u3002evil.example", undefined],
  ["/\u202eelpmaxe.live", undefined],
])("a path that only resembles another site (%j) is a path of the shop, or ignored", async (to, place) => {
  for (const [, go] of places) {
    const { statusCode, headers } = await go(to);
    expect([302, 303]).toContain(statusCode);
    if (place !== undefined) expect(headers.location).toBe(place);
    expect(new URL(String(headers.location), own).origin).toBe(own);
  }
});

// covers §9: no return path redirects to another site
test.each(["/fr/auth", "/fr/auth/login", "/fr/auth/register", "/fr/auth/reset", "/fr/account/new"])(
  "no link and no form of %s contains another site",
  async (place) => {
    expect((await shop.get(`${place}?next=%2Fcart`, place.includes("account") ? signedIn : "")).body).toContain(
      "%2Fcart",
    );
    for (const to of strange) {
      const { body } = await shop.get(`${place}?next=${q(to)}`, place.includes("account") ? signedIn : "");
      const values = [...body.matchAll(/\b(?:href|action|content)="([^"]*)"/g)].map(([, value]) => value ?? "");
      const abroad = values
        .filter((value) => /evil|script:|data:text/i.test(value))
        .map((value) => new URL(value, own));
      // Language links: the same page in another language with the same query, and nothing else.
      expect(abroad.filter((url) => url.origin !== own || !url.pathname.endsWith(place.slice(3)))).toEqual([]);
    }
  },
);

// covers §9: no return path redirects to another site
test.each([
  "//evil.example/",
  "//evil.example/account",
  "/\\evil.example/account",
  "/fr//evil.example/",
  "///evil.example/%2e%2e",
])("requested under %j, the shop redirects nowhere else, signed in or with an expired session", async (path) => {
  for (const cookie of ["", signedIn, "userTicketToken=spent"]) {
    const { statusCode, headers, body } = await shop.get(path, cookie);
    const { location } = headers;
    if (location === undefined) expect([200, 404]).toContain(statusCode);
    else expect(new URL(location, own).origin).toBe(own);
    expect(body).not.toMatch(/(href|action|content)="(https?:)?\/\/evil/);
    expect(body).not.toMatch(/http-equiv="refresh" content="0;url=(\/\/|[a-z]+:)/i);
  }
});

test("the next step from the Ticket API is the provider's page, never a value of the request", async () => {
  shop.says("/authentication/authorizationState", ok({ state: "s", authorizationUrl: "https://provider.example/go" }));
  const answer = await shop.post(`/fr/auth?next=${q("//evil.example")}&returnUrl=${q("//evil.example")}`, {
    provider: "own",
  });
  expect(answer.headers.location).toBe("https://provider.example/go");
});
