import type { StaffStep } from "@guichet/contract/staff-sign-in-steps.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const at: { step: StaffStep | null } = { step: null };
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(at, {
    "/Office/changePassword": () => {
      at.step = null;
      return { status: "ok" };
    },
    "/Office/findCards": (_seen, reply) =>
      reply.code(403).send({ status: "ko", error: { code: "PASSWORD_CHANGE_REQUIRED", message: "" } }),
  });
  office = await officeAt(peer.baseUrl);
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, origin: `http://${officeHost}`, cookie: "__Host-officeToken=good" };
const get = async (url: string) => {
  const { statusCode, headers: answered } = await office.inject({ url, headers });
  return [statusCode, answered.location];
};
const post = async (url: string, fields: Record<string, string>) => {
  const payload = new URLSearchParams(fields).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const { statusCode, headers: answered } = await office.inject({
    method: "POST",
    url,
    payload,
    headers: { ...headers, ...type },
  });
  return [statusCode, answered.location];
};

// covers §6: a printed staff password gives access to nothing until it is changed, and the office redirects to the change and back
test("a first password leads from the sign-in to the change of password, and from there to the requested page", async () => {
  at.step = "choose-password";
  const next = "/demo/cards?q=morvan";
  const chosen = `/sign-in/password?${new URLSearchParams({ next })}`;
  const typed = { email: "ana@operator.example", password: "given" };
  expect(await post(`/sign-in?${new URLSearchParams({ next })}`, typed)).toEqual([303, chosen]);
  expect(await get("/")).toEqual([302, "/sign-in/password"]);
  expect(await get("/demo/orders")).toEqual([302, "/sign-in/password?next=%2Fdemo%2Forders"]);
  expect(await get("/password")).toEqual([302, "/sign-in/password?next=%2Fpassword"]);
  expect((await get(chosen))[0]).toBe(200);
  expect(await post(chosen, { currentPassword: "given", newPassword: "chosen" })).toEqual([303, next]);
  expect(await get(chosen)).toEqual([302, next]);
});

test("the next page is always one of the office's own", async () => {
  at.step = "choose-password";
  for (const next of ["https://evil.example", "//evil.example", "/\\evil.example"]) {
    const url = `/sign-in/password?${new URLSearchParams({ next })}`;
    expect(await post(url, { currentPassword: "given", newPassword: "chosen" })).toEqual([303, "/"]);
    at.step = "choose-password";
  }
});

// covers §6: a printed staff password gives access to nothing until it is changed, and the office redirects to the change and back
test("a call refused for a missing step redirects to that step, also from a screen that was open before", async () => {
  at.step = null;
  expect(await get("/demo/cards?q=morvan")).toEqual([302, "/sign-in/password?next=%2Fdemo%2Fcards"]);
});

test("staff who need no second factor and have none are redirected to its set-up page, not to the page that says it is set up", async () => {
  at.step = null;
  expect(await get("/sign-in/second-factor")).toEqual([302, "/second-factor"]);
});
