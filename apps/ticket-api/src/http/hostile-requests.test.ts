import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { sign } from "@guichet/contract/signature.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { hostileTexts } from "../testing/hostile-values.ts";
import { openTestApi, shopClient, type TestApi } from "../testing/test-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { type TestPerson, testPerson } from "../testing/test-people.ts";

let api: TestApi;
let token: string;
let person: TestPerson;
beforeAll(async () => {
  const articles = [testArticle({ id: "single", price: 150, validity: { from: "purchase", duration: "P1D" } })];
  api = await openTestApi({ packs: [testPack({ articles })] });
  person = await testPerson(api.deps);
  token = person.token;
});
afterAll(() => api.close());

const codeOf = ({ body }: { body: Record<string, unknown> }) => (body.error as { code: string } | undefined)?.code;
const deep = (levels: number, open: string, close: string) => `${open.repeat(levels)}0${close.repeat(levels)}`;

describe("unsigned, before the caller is known", () => {
  // covers §7: no value breaks a call: depth, Unicode, control characters, ranges
  it.each([
    ["lists", deep(120_000, "[", "]")],
    ["objects", deep(40_000, '{"a":', "}")],
    ["lists that never close", "[".repeat(200_000)],
  ])("%s nested without end are refused", async (_, nested) => {
    for (const body of [`{"payload":${nested}}`, `{"nowhere":${nested}}`, nested]) {
      const answer = await api.send("POST", "/tests/request", { body });
      expect([answer.http, answer.body.status]).toEqual([400, "ko"]);
    }
  });

  it.each([
    ["the name of a prototype", '{"__proto__":{"a":1}}'],
    ["a constructor", '{"constructor":{"prototype":{"a":1}}}'],
    ["a number without end", '{"payload":1e999}'],
    ["a number that JSON does not carry", '{"payload":9007199254740993}'],
    ["half a character", '{"payload":"\\ud800"}'],
    ["a NUL in a name", '{"pay\\u0000load":1}'],
    ["a long name", `{"${"x".repeat(100_000)}":1}`],
    ["bytes that are no text", Buffer.from('{"payload":"\xff\xfe"}', "latin1").toString("latin1")],
  ])("%s is refused or echoed, and breaks nothing", async (_, body) => {
    const answer = await api.send("POST", "/tests/request", { body });
    expect([200, 400]).toContain(answer.http);
    expect(["ok", "ko"]).toContain(answer.body.status);
    expect(JSON.stringify(answer.body).length).toBeLessThan(1_000);
  });
});

describe("a URL", () => {
  it.each([17_000, 60_000, 120_000])("of %i characters is refused as too long", async (length) => {
    for (const path of [
      `/shop/catalog?networkId=${"n".repeat(length)}`,
      `/${"n".repeat(length)}`,
      `/docs/${"n".repeat(length)}`,
    ]) {
      const answer = await api.send("GET", path);
      expect([answer.http, codeOf(answer)]).toEqual([414, "URL_TOO_LONG"]);
    }
  });

  // covers §7: extremely long URLs are refused
  it("or headers of a megabyte get a response, too", async () => {
    const { port, hostname } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    const answered = text(socket);
    socket.write(`GET /${"n".repeat(1_000_000)} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    const answer = await answered;
    expect(answer).toMatch(/^HTTP\/1\.1 414 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      status: "ko",
      error: { code: "URL_TOO_LONG" },
    });
  });

  it("that is invalid gets a response in the envelope", async () => {
    const { port, hostname } = new URL(api.url);
    const answers = [
      "GET /%zz HTTP/1.1",
      "GET /%00 HTTP/1.1",
      "GET /shop/catalog?networkId=%ed%a0%80&%=%zz HTTP/1.1",
      "GET / HTTP/9.9",
      "GARBAGE",
    ].map(async (line) => {
      const socket = connect(Number(port), hostname);
      const answered = text(socket);
      socket.write(`${line}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
      return (await answered).split("\r\n");
    });
    for (const [line = "", ...rest] of await Promise.all(answers)) {
      expect(line).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(rest.at(-1)).toMatch(/^\{"status":"ko"/);
    }
  });
});

// covers §7: a request names one host
test.each([
  ["two hosts", "GET /healthz HTTP/1.1", ["Host: shop.example", "Host: evil.example"]],
  ["the same host twice", "GET /healthz HTTP/1.1", ["Host: shop.example", "HOST: shop.example"]],
  ["another host than its target", "GET http://shop.example/healthz HTTP/1.1", ["Host: evil.example"]],
  ["a host that is none, with a target", "GET http://shop.example/healthz HTTP/1.1", ["Host: "]],
])("a request with %s is refused", async (_, line, hosts) => {
  const { port, hostname } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const answered = text(socket);
  socket.write(`${[line, ...hosts, "Connection: close"].join("\r\n")}\r\n\r\n`);
  const answer = await answered;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.split("\r\n").at(-1)).toMatch(/^\{"status":"ko"/);
});

describe("a header value", () => {
  const odd = [
    "",
    " ",
    "x".repeat(9_000),
    "\u00e9\u00ff",
    "a, b",
    "'\";--",
    "%00",
    "-1",
    "1e9",
    "999999999999999",
    "../..",
    "2026-11-20",
  ];
  it.each([
    "x-client",
    "idempotency-key",
    "x-timestamp",
    "authorization",
    "x-known-device",
    "x-forwarded-for",
    "accept-language",
    "x-request-id",
  ])("%s may have any value", async (name) => {
    for (const value of odd) {
      const answers = await Promise.all([
        api.call(
          "getUser",
          {},
          name === "authorization" ? { headers: { [name]: value } } : { token, headers: { [name]: value } },
        ),
        api.call(
          "createProfile",
          { firstName: "Lou", lastName: "Martin", birthDate: "2015-05-04" },
          { token, headers: { [name]: value } },
        ),
        api.call("resetPassword", { email: "nobody@example.org" }, { headers: { [name]: value } }),
      ]);
      for (const { http, body } of answers)
        expect([name, value, http < 500, body.status === "ok" || body.status === "ko"]).toEqual([
          name,
          value,
          true,
          true,
        ]);
    }
  });
});

describe("a field of a query", () => {
  it("that is repeated, a list, or empty is refused or read, and breaks nothing", async () => {
    for (const query of [
      "type=1&type=2",
      "type[]=1",
      "type=",
      "=1",
      "&&&",
      "type=1&networkId=south",
      "tags=a&tags=b",
      "type%00=1",
      "a".repeat(300),
    ]) {
      const answer = await api.send("GET", `/Products/getProducts.json?networkId=north&${query}`);
      expect([query, answer.http < 500, answer.body.status]).toEqual([query, true, "ko"]);
    }
  });

  it.each(["orderHistory", "tickets", "getUserDocuments"] as const)(
    "the cursor of %s may have any value",
    async (name) => {
      const cursors = [
        ...hostileTexts,
        ...hostileTexts.map((each) => Buffer.from(each).toString("base64url").slice(0, 200)),
      ];
      for (const cursor of cursors.filter((each) => each.length <= 200)) {
        const { http, body } = await api.call(name, { cursor }, { token });
        expect([http, body.status]).toEqual([400, "ko"]);
      }
    },
  );
});

describe("a form with a file", () => {
  it("with hostile fields or a hostile file name is refused, and breaks nothing", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    for (const name of [
      "a\u0000.pdf",
      "a\u001b.pdf",
      "x".repeat(5_000),
      "../../etc/passwd",
      "\ud800.pdf",
      "a\r\nb.pdf",
      "",
    ]) {
      const { http, body } = await api.call(
        "uploadDocument",
        { document_type: "school" },
        { token, file: { bytes, name } },
      );
      expect([name, http < 500, body.status]).toEqual([name, true, "ko"]);
    }
    const values = { networkId: "north", document_type: "school\u0000" };
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...values, signature: sign(values, shopClient.key) }))
      form.set(name, value);
    const answer = await api.send("POST", "/Media/uploadDocument.json", {
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.http, codeOf(answer)]).toEqual([400, "FIELD_INVALID"]);
  });
});

describe("the toolkit and the token call", () => {
  const actions = ["signUp", "signInWithPassword", "lookup", "update", "sendOobCode", "resetPassword", "delete"];
  const paths = [
    ...actions.map((action) => `/identitytoolkit.googleapis.com/v1/accounts:${action}`),
    "/securetoken.googleapis.com/v1/token",
  ];
  const fields = [
    "email",
    "password",
    "newPassword",
    "newEmail",
    "idToken",
    "oobCode",
    "requestType",
    "displayName",
    "photoUrl",
    "refresh_token",
    "grant_type",
  ];
  const good = {
    email: "a@example.org",
    password: "Correct horse 9 battery",
    requestType: "PASSWORD_RESET",
    oobCode: "x",
    idToken: "x",
    grant_type: "refresh_token",
    refresh_token: "x",
  };

  it.each(paths)("%s accepts any value of any field, and breaks nothing", async (path) => {
    for (const field of fields) {
      const answers = await Promise.all(
        [...hostileTexts, [[[[[]]]]], 2 ** 53, {}, null].map((hostile, at) =>
          api.send("POST", `${path}?key=demo-north`, {
            body: { ...good, [field]: hostile },
            headers: { "x-forwarded-for": `198.51.${field.length}.${at}` },
          }),
        ),
      );
      expect([field, answers.filter(({ http }) => http >= 500).map(({ body }) => body)]).toEqual([field, []]);
    }
  });

  it("refuse a deeply nested body, a hostile key or a long URL in their own format", async () => {
    for (const path of paths) {
      const nested = await api.send("POST", `${path}?key=demo-north`, { body: `{"email":${deep(100_000, "[", "]")}}` });
      expect([path, nested.http]).toEqual([path, 400]);
      for (const key of ["%00", "%ed%a0%80", "x".repeat(5_000)]) {
        expect((await api.send("POST", `${path}?key=${key}`, { body: good })).http).toBe(400);
      }
      expect((await api.send("POST", `${path}?key=${"k".repeat(60_000)}`, { body: good })).http).toBe(414);
    }
  });
});

test("a return URL that is too long or not ASCII is refused with the field's name", async () => {
  for (const returnUrl of [
    "/cart?é=1",
    `/cart?${"x".repeat(600)}`,
    "/\u{1f600}",
    "//elsewhere.example",
    "/cart\\@x",
    "/cart?\u202e",
  ]) {
    const order = {
      articles: [{ quantity: 1, productId: "single", customerId: person.userId, support: "DEMATERIALIZED" as const }],
      paymentMethod: "CARD" as const,
      termsAccepted: true,
      totalAmount: { amount: 150, currency: "EUR" },
      returnUrl,
    };
    const { http, body } = await api.call("placeOrder", order, { token });
    expect([returnUrl, http]).toEqual([returnUrl, 400]);
    expect(["FIELD_INVALID", "RETURN_URL_INVALID"]).toContain(body.error?.code);
  }
});
