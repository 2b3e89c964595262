import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const checkId = "0197a3b2-4c5d-7e6f-8a9b-0c1d2e3f4a5b";
const at = "2026-11-20T09:00:00.000Z";
const check = { checkId, checkedAt: at, outcome: "unknown", reasons: ["not-found"], ticket: null, otherChecks: [] };

let isLong = false;
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  const list = { status: "ok", keys: [], products: [], asOf: at };
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/checkTicket": () => ({ status: "ok", check }),
      "/Office/reportTicketChecks": () => ({ status: "ok", checks: [check] }),
      "/Office/ticketCheckList": ({ values }) => {
        const isFirst = values.cursor === undefined;
        const items = [{ ticketId: isFirst ? "a" : "b", state: "blocked" }];
        return {
          ...list,
          asOf: isFirst ? at : "2026-11-27T10:05:00.000Z",
          items,
          ...(isFirst || isLong ? { nextCursor: "next" } : {}),
        };
      },
    },
  );
  office = await officeAt(peer.baseUrl);
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const get = (url: string) => office.inject({ url, headers });
const post = (path: string, values: Record<string, string>) =>
  office.inject({
    method: "POST",
    url: `/demo/ticket-check${path}`,
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    payload: `${new URLSearchParams(values)}`,
  });

// covers §9: only our own inline scripts run, in the shop and in the office
test("only the worker that reads barcodes may compile WebAssembly; the page of the check may not", async () => {
  const assets = readdirSync(join(import.meta.dirname, "../build/client/assets"));
  const worker = assets.find((name) => /^barcode-worker-.*\.js$/.test(name)) ?? "";
  const policyOf = async (url: string) => (await get(url)).headers["content-security-policy"];
  expect(await policyOf(`/assets/${worker}`)).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  );
  expect(await policyOf("/demo/ticket-check")).not.toContain("wasm");
  expect(await policyOf("/ticket-check-worker.js")).toBe("default-src 'none'; connect-src 'self'");
  expect(assets.some((name) => name.endsWith(".wasm"))).toBe(true);
});

test("a page that a colleague has left open neither checks nor reports in the name of who is signed in now", async () => {
  const checks = JSON.stringify([{ checkId, text: "XYZ", checkedAt: at }]);
  const before = peer.seen.length;
  for (const staffId of [{}, { staffId: "s2" }]) {
    expect((await post("/reports", { checks, ...staffId })).statusCode).toBe(409);
    expect((await post("/result", { text: "XYZ", checkId, ...staffId })).statusCode).toBe(409);
  }
  const asked = peer.seen.slice(before).map(({ path }) => path);
  // The office follows the clock of the installation by itself.
  expect(asked.filter((path) => !["/Office/getStaff", "/demo/clock"].includes(path))).toEqual([]);
});

// covers: a ticket is checked in the office's browser without a connection
test("the script of the page gets results, reports and the whole list as JSON; a list without its end is refused", async () => {
  const staffId = "s1";
  expect((await post("/result", { staffId, text: "XYZ", checkId })).json()).toEqual({ check, text: "XYZ" });
  expect((await post("/result", { staffId, text: " " })).json()).toEqual({ code: "FIELD_REQUIRED", text: "" });
  const checks = JSON.stringify([{ checkId, text: "XYZ", checkedAt: at }]);
  expect((await post("/reports", { staffId, checks })).json()).toEqual({ checks: [check] });
  for (const wrong of ["", "{", "[]", "[1]"])
    expect((await post("/reports", { staffId, checks: wrong })).json()).toEqual({ code: "FIELD_INVALID" });
  const stopped = [
    ["a", "blocked"],
    ["b", "blocked"],
  ];
  expect((await get("/demo/ticket-check/list")).json()).toEqual({ keys: [], products: [], stopped, asOf: at });
  isLong = true;
  expect((await get("/demo/ticket-check/list")).statusCode).toBe(503);
});
