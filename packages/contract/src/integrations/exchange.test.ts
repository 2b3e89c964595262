import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exchange } from "./exchange.ts";

let server: Server;
let url: string;
let connections = 0;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.url === "/silent") return;
    if (request.url === "/half") {
      response.writeHead(200, { "content-length": 100 });
      response.write("half");
      if (body === "break off") request.socket.destroy();
      return;
    }
    if (request.url === "/moved") return response.writeHead(302, { location: "/elsewhere" }).end("moved");
    response.end(`${request.method} ${request.headers["x-name"] ?? ""} ${body}`);
  });
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

const ask = (path: string, body?: string, timeoutMs = 5_000) =>
  exchange(url + path, { method: body === undefined ? "GET" : "POST", headers: { "x-name": "ana" }, body, timeoutMs });

test("one connection serves several requests, with headers and a UTF-8 body", async () => {
  const before = connections;
  expect(await ask("/", "déjà")).toEqual({ status: 200, text: "POST ana déjà" });
  expect(await ask("/")).toEqual({ status: 200, text: "GET ana " });
  expect(connections - before).toBe(1);
});

test("a redirect is returned and not followed", async () => {
  expect(await ask("/moved")).toEqual({ status: 302, text: "moved" });
});

test("a late response, a late end, a broken-off response and a refused connection each fail", async () => {
  await expect(ask("/silent", undefined, 50)).rejects.toThrow("no complete response within 50 ms");
  await expect(ask("/half", "wait", 50)).rejects.toThrow("no complete response within 50 ms");
  await expect(ask("/half", "break off")).rejects.toThrow();
  await expect(exchange("http://127.0.0.1:1/", { method: "GET", headers: {}, timeoutMs: 1_000 })).rejects.toThrow();
});
