import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { z } from "zod";
import { filePaths, paths } from "../app/paths.ts";
import { startApiPeer } from "../testing/api-peer.ts";
import { buildFolder, builtPages } from "../testing/built-pages.ts";
import { readConfig } from "./config.ts";
import { createShop } from "./server.ts";

const host = "localhost:3000";
const own = { host, origin: `http://${host}` };
const signedIn = "userTicketToken=good";

let peer: Awaited<ReturnType<typeof startApiPeer>>;
let shop: FastifyInstance;
let port: number;
beforeAll(async () => {
  peer = await startApiPeer();
  const pages = await builtPages();
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
  await shop.listen({ host: "127.0.0.1", port: 0 });
  port = z.object({ port: z.number() }).parse(shop.server.address()).port;
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});

/** Sends a raw request head, so that no client normalises the address. */
async function raw(
  address: string,
  more: readonly string[] = [],
  about = host,
): Promise<{ status: number; body: string }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const answered = text(socket);
  socket.write(
    `GET ${address} HTTP/1.1\r\nHost: ${about}\r\nConnection: close\r\n${more.map((line) => `${line}\r\n`).join("")}\r\n`,
  );
  const answer = await answered;
  const [head = "", ...body] = answer.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0), body: body.join("\r\n\r\n") };
}

describe("an address", () => {
  // covers §7: extremely long URLs are refused
  it.each([17_000, 60_000, 120_000, 500_000])("of %i characters is refused as too long", async (length) => {
    for (const address of [`/fr?q=${"x".repeat(length)}`, `/${"x".repeat(length)}`, `/assets/${"x".repeat(length)}`]) {
      expect(await raw(address)).toMatchObject({ status: 414, body: expect.stringMatching(/./) });
    }
  });

  it.each([
    "/%00",
    "/fr/%00",
    "/fr/products/%00",
    "/%ed%a0%80",
    "/%zz",
    "/%",
    "/fr?q=%00",
    "/fr/cart?order=%1b",
    "/fr?%00=1",
    "/%0d%0aX:1",
  ])("%s is refused", async (address) => {
    expect(await raw(address)).toMatchObject({ status: 400, body: expect.stringMatching(/./) });
  });

  it.each([
    "",
    "a b",
    "[::",
    "x:99999999",
    "%00",
    "\u00e9",
    "x".repeat(5_000),
    "localhost:3000, evil.example",
    "..",
    "@",
  ])("below the host %j breaks nothing", async (about) => {
    const { status, body } = await raw("/fr", [], about);
    expect([status >= 200 && status < 500, body.length > 0 || status === 302]).toEqual([true, true]);
  });

  // covers §7: a request names one host
  it.each([
    ["two hosts", "/fr", "localhost:3000", ["Host: evil.example"]],
    ["the same host twice", "/fr", "localhost:3000", ["HOST: localhost:3000"]],
    ["another host than its own", "http://localhost:3000/fr", "evil.example", []],
  ])("below %s is refused", async (_, address, about, more) => {
    expect(await raw(address, more, about)).toEqual({ status: 400, body: "This request cannot be read." });
  });

  it("of any page accepts any value of its query", async () => {
    const odd = [
      "",
      "x".repeat(3_000),
      "%F0%9F%98%80",
      "../..",
      "'%22;--",
      "9999999999999999",
      "-1",
      "9999-12-31",
      "0000-00-00",
      "__proto__",
      "[]",
      "%0a",
      "a&a=b",
    ];
    const names = [
      "order",
      "next",
      "category",
      "flash",
      "refused",
      "state",
      "code",
      "page",
      "cursor",
      "from",
      "to",
      "token",
      "q",
      "user",
      "month",
    ];
    const places = [...Object.values(paths), ...Object.values(filePaths)].map((path) => path.replaceAll(/:\w+/g, "x"));
    const broken: unknown[] = [];
    for (const [at, place] of places.entries()) {
      for (const [turn, value] of odd.entries()) {
        // Each path gets a fifth of the values; together the paths cover all of them.
        if ((at + turn) % 5 !== 0) continue;
        const name = names[(at + turn) % names.length];
        const url = `/fr${place === "/" ? "" : place}?${name}=${value}`;
        const { statusCode } = await shop.inject({
          url,
          headers: { host, ...(turn % 2 === 0 ? { cookie: signedIn } : {}) },
        });
        if (statusCode >= 500 && statusCode !== 503) broken.push([url.slice(0, 100), statusCode]);
      }
    }
    expect(broken).toEqual([]);
  });
});

test("cookies may have any value: invalid ones are ignored", async () => {
  const names = [
    "userTicketToken",
    "fbToken",
    "fbRefreshToken",
    "userCustomToken",
    "userRefreshToken",
    "customTokenExpiresIn",
    "locale",
    "theme",
    "authState",
    "sessionExpired",
    "knownDevice",
    "preview",
  ];
  for (const name of names) {
    for (const value of [
      "%00",
      "%e2%82%ac",
      "x".repeat(9_000),
      "%",
      "%7B%22a%22%3A1%7D",
      "9999-12-31T00:00:00Z",
      "\u00e9",
      "a b",
      "",
    ]) {
      const { status } = await raw("/fr/account", [
        `Cookie: ${name}=${value}; ${name === "userTicketToken" ? "a=b" : signedIn}`,
      ]);
      expect([name, value, status < 500 && status > 0]).toEqual([name, value, true]);
    }
  }
});

describe("a form", () => {
  const post = (url: string, payload: string | Buffer, type = "application/x-www-form-urlencoded") =>
    shop.inject({ method: "POST", url, payload, headers: { ...own, "content-type": type, cookie: signedIn } });
  const places = [
    "/fr/auth/login",
    "/fr/account",
    "/fr/account/new",
    "/fr/cart/verify",
    "/fr/cart/checkout/order",
    "/fr/auth/register",
    "/theme",
    "/fr/auth/media/search",
    "/fr/account/wallet",
    "/fr/auth/reset",
    "/fr/documents",
  ];

  // covers §7: no value breaks a call: depth, Unicode, control characters, ranges
  it.each(places)("to %s is refused if it is unreadable", async (place) => {
    const bodies: [string | Buffer, string][] = [
      ["email=%00", "application/x-www-form-urlencoded"],
      ["a%00=1", "application/x-www-form-urlencoded"],
      ["cart=\u001b", "application/x-www-form-urlencoded"],
      ["{", "application/json"],
      ["<a/>", "text/xml"],
      ["x", "multipart/form-data"],
      ["--b\r\nContent-Disposition: form-data; name=a\r\n\r\n", "multipart/form-data; boundary=b"],
      [Buffer.from([0xff, 0xfe, 0]), "application/octet-stream"],
    ];
    for (const [body, type] of bodies) {
      const { statusCode, body: said } = await post(place, body, type);
      expect([body, type, statusCode, said.length > 0]).toEqual([body, type, 400, true]);
    }
  });

  it.each(places)("to %s with unexpected fields breaks nothing", async (place) => {
    const odd = [
      "",
      "x".repeat(20_000),
      "9999999999999999999",
      "-1",
      "0000-00-00",
      "9999-12-31",
      "__proto__",
      "'\";--",
      "{}",
      "[]",
      `${"[".repeat(50_000)}`,
      '{"articles":[{}],"vouchers":[]}',
      "\ufffd",
    ];
    const fields = [
      "email",
      "password",
      "cart",
      "order",
      "theme",
      "firstName",
      "birthDate",
      "phone",
      "mediaNumber",
      "what",
      "key",
      "code",
      "text",
    ];
    for (const value of odd) {
      const { statusCode } = await post(place, new URLSearchParams(fields.map((field) => [field, value])).toString());
      expect([value.slice(0, 40), statusCode < 500]).toEqual([value.slice(0, 40), true]);
    }
  });
});
