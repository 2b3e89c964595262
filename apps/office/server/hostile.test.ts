import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { z } from "zod";
import { paths } from "../app/paths.ts";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const signedIn = "__Host-officeToken=good";

let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
let port: number;
beforeAll(async () => {
  peer = await startOfficePeer({ step: null });
  office = await officeAt(peer.baseUrl);
  await office.listen({ host: "127.0.0.1", port: 0 });
  port = z.object({ port: z.number() }).parse(office.server.address()).port;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

/** Sends raw bytes, and reads until the office closes the connection. */
async function sendBytes(bytes: string): Promise<{ status: number; body: string }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const answered = text(socket);
  socket.write(bytes);
  const [head = "", ...body] = (await answered).split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0), body: body.join("\r\n\r\n") };
}

/** Sends a raw request head of the given lines, so that no client normalises it. */
const raw = (address: string, ...lines: string[]) =>
  sendBytes(`GET ${address} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join("")}Connection: close\r\n\r\n`);
const host = `Host: ${officeHost}`;

describe("the office's server", () => {
  it("answers a request that names it once", async () => {
    expect((await raw("/sign-in", host)).status).toBe(200);
  });

  // covers §9: the office's server refuses duplicate hosts, invalid addresses and unreadable forms
  it.each([
    ["two hosts", "/sign-in", [host, "Host: evil.example"]],
    ["the same host twice", "/sign-in", [host, `HOST: ${officeHost}`]],
    ["another host than its address", `http://${officeHost}/sign-in`, ["Host: evil.example"]],
    ["a host that is none", "/sign-in", ["Host: x:99999999"]],
  ])("refuses a request with %s", async (_, address, lines) => {
    expect(await raw(address, ...lines)).toEqual({ status: 400, body: "This request cannot be read." });
  });

  it("refuses a request without a host", async () => {
    expect((await raw("/sign-in")).status).toBe(400);
  });

  // covers §9: the office's server refuses duplicate hosts, invalid addresses and unreadable forms
  it.each(["/%00", "/demo/cards/%00", "/%ed%a0%80", "/%zz", "/%", "/demo/cards?q=%00", "/sign-in?next=%1b", "/?%00=1"])(
    "refuses the address %s",
    async (address) => {
      expect(await raw(address, host)).toEqual({ status: 400, body: "This request cannot be read." });
    },
  );

  it.each([17_000, 120_000, 500_000])("says that an address of %i characters is too long", async (length) => {
    for (const address of [`/sign-in?next=${"x".repeat(length)}`, `/${"x".repeat(length)}`]) {
      expect(await raw(address, host)).toMatchObject({ status: 414, body: "This address is too long." });
    }
  });

  it("closes the connection after a response to anything that is not HTTP", async () => {
    expect(await sendBytes("HELLO\r\n\r\n")).toEqual({ status: 400, body: "This request cannot be read." });
  });
});

describe("a form", () => {
  const own = { host: officeHost, origin: `http://${officeHost}`, cookie: signedIn };
  const post = (url: string, payload: string | Buffer, type: string, headers: Record<string, string> = own) =>
    office.inject({ method: "POST", url, payload, headers: { ...headers, "content-type": type } });
  const typed = "application/x-www-form-urlencoded";
  const places = ["/sign-in", "/sign-in/password", "/preferences", "/demo/cards/x", "/demo/documents/x"];

  // covers §9: the office's server refuses duplicate hosts, invalid addresses and unreadable forms
  it.each(places)("to %s is refused if it is unreadable", async (place) => {
    const bodies: [string | Buffer, string][] = [
      ["email=%00", typed],
      ["a%00=1", typed],
      ["q=\u001b", typed],
      ["{", "application/json"],
      ["x", "multipart/form-data"],
      ["--b\r\nContent-Disposition: form-data; name=a\r\n\r\n", "multipart/form-data; boundary=b"],
      [Buffer.from([0xff, 0xfe, 0]), "application/octet-stream"],
    ];
    for (const [body, type] of bodies) {
      const { statusCode, body: said } = await post(place, body, type);
      expect([body, type, statusCode, said]).toEqual([body, type, 400, "This request cannot be read."]);
    }
  });

  it("that another site's page sends is refused before it is read", async () => {
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      const { statusCode } = await post("/sign-out", "", typed, { host: officeHost, cookie: signedIn, ...headers });
      expect(statusCode).toBe(403);
    }
    expect(peer.seen.some(({ path }) => path === "/Office/logout")).toBe(false);
  });
});

test("no query and no cookies break an address of the office", async () => {
  const odd = ["", "x".repeat(3_000), "%F0%9F%98%80", "../..", "'%22;--", "-1", "__proto__", "%0a", "a&a=b"];
  const places = Object.values(paths).map((path) => path.replaceAll(/:\w+/g, "x"));
  const broken: unknown[] = [];
  for (const [at, place] of places.entries()) {
    const value = odd[at % odd.length] ?? "";
    for (const cookie of ["", signedIn, `__Host-officeToken=${value}; __Host-officeLanguage=${value}`]) {
      const url = `${place}?next=${value}&q=${value}&page=${value}`;
      const { statusCode } = await office.inject({ url, headers: { host: officeHost, cookie } });
      if (statusCode >= 500) broken.push([url.slice(0, 60), cookie.slice(0, 40), statusCode]);
    }
  }
  expect(broken).toEqual([]);
});
