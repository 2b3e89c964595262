import type { StaffMember } from "@guichet/contract/office/staff.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { officeAt, officeHost, startOfficePeer } from "./office-peer.ts";

const member: StaffMember = {
  staffId: "s2",
  name: "Yanis Kermarec",
  email: "yanis@operator.example",
  roles: ["agent"],
  disabledAt: null,
  lastSeenAt: "2026-11-20T09:00:00.000Z",
  hasSecondFactor: true,
  invitedUntil: null,
};
const acts = [{ act: "staff.roles", by: "Ana Silva", at: "2026-11-20T09:00:00.000Z", reason: "agent: Arrivée" }];
const refuse = (code: string) => ({ status: "ko", error: { code, message: "" } });
let shown = member;
/** What the Ticket API answers to a change. */
let changed: object = { status: "ok" };
let peer: Awaited<ReturnType<typeof startOfficePeer>>;
let office: FastifyInstance;
beforeAll(async () => {
  peer = await startOfficePeer(
    { step: null },
    {
      "/Office/listStaff": () => ({ status: "ok", members: [shown] }),
      "/Office/getStaffMember": () => ({ status: "ok", member: shown, acts }),
      "/Office/inviteStaff": () => ({ status: "ok", staffId: "s3", invitedUntil: "2026-11-23T09:00:00.000Z" }),
      "/Office/setStaffRoles": (_, reply) => ("error" in changed ? reply.code(403).send(changed) : changed),
      "/Office/changeStaffAccess": () => changed,
      "/Office/getInvitation": ({ values }, reply) =>
        values.code === "good-code"
          ? { status: "ok", name: "Bea Roux", email: "bea@operator.example", expiresAt: "2026-11-23T09:00:00.000Z" }
          : reply.code(400).send(refuse("CODE_EXPIRED")),
      "/Office/acceptInvitation": () => ({ status: "ok", email: "bea@operator.example" }),
    },
  );
  office = await officeAt(peer.baseUrl);
});
beforeEach(() => {
  shown = member;
  changed = { status: "ok" };
  peer.seen.length = 0;
});
afterAll(async () => {
  await office?.close();
  await peer?.stop();
});

const headers = { host: officeHost, cookie: "__Host-officeToken=good", "accept-language": "fr" };
const plain = (text: string) => text.replaceAll("\u00a0", " ");
const get = async (url: string) => {
  const { statusCode, body } = await office.inject({ url, headers });
  return { statusCode, body: plain(body) };
};
const post = (url: string, values: Record<string, string>) =>
  office.inject({
    method: "POST",
    url,
    headers: {
      ...headers,
      origin: `http://${officeHost}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(values).toString(),
  });
const sent = (path: string) => peer.seen.find((one) => one.path === path)?.values;

test("the list leads to each person and to the invitation, which says what is missing and keeps what was typed", async () => {
  const list = (await get("/demo/staff")).body;
  for (const text of ["Yanis Kermarec", 'href="/demo/staff/s2"', 'href="/demo/staff/invite"'])
    expect(list).toContain(text);
  const typed = { name: "Bea Roux", email: "bea@operator.example", language: "ar" };
  const { body } = await post("/demo/staff/invite", typed);
  for (const text of ["Il y a un problème", 'value="Bea Roux"', 'value="bea@operator.example"'])
    expect(body).toContain(text);
  expect(sent("/Office/inviteStaff")).toBeUndefined();
  const done = await post("/demo/staff/invite", { ...typed, role: "agent" });
  expect(done.headers.location).toBe("/demo/staff/s3?done=invited");
  expect(sent("/Office/inviteStaff")).toMatchObject({ ...typed, roles: ["agent"] });
});

test("a person's page shows access, roles and history, and the actions that their state permits", async () => {
  const { body } = await get("/demo/staff/s2?done=roles");
  for (const text of [
    "Les rôles sont enregistrés",
    "agent: Arrivée",
    "Rôles modifiés, par Ana Silva",
    "téléphone perdu",
  ])
    expect(body).toContain(text);
  expect(body).not.toContain("Renvoyer l’invitation");
  shown = { ...member, hasSecondFactor: false, lastSeenAt: null, invitedUntil: "2026-11-23T09:00:00.000Z" };
  expect((await get("/demo/staff/s2")).body).toContain("Renvoyer l’invitation");
  shown = { ...member, disabledAt: "2026-11-21T09:00:00.000Z" };
  const closed = (await get("/demo/staff/s2")).body;
  expect(closed).toContain("Rouvrir l’accès");
  expect(closed).not.toContain("Fermer toutes les sessions");
  shown = { ...member, staffId: "s1" };
  expect((await get("/demo/staff/s1")).body).not.toContain("Enregistrer les rôles");
});

test("a change needs its reason; a refused one says why and keeps reason and roles", async () => {
  const roles = { what: "roles", role: "reader" };
  expect((await post("/demo/staff/s2", { ...roles, reason: " " })).body).toContain("Il y a un problème");
  expect(sent("/Office/setStaffRoles")).toBeUndefined();
  changed = refuse("ROLE_NOT_ALLOWED");
  const refused = await post("/demo/staff/s2", { ...roles, reason: "Change de service" });
  expect(refused.statusCode).toBe(403);
  expect(plain(refused.body)).toContain("votre saisie est conservée");
  expect(refused.body).toContain('value="Change de service"');
  changed = { status: "ok" };
  const access = { what: "access", action: "end-sessions", reason: "Parti" };
  expect((await post("/demo/staff/s2", access)).headers.location).toBe("/demo/staff/s2?done=end-sessions");
  const none = await post("/demo/staff/s2", { what: "roles", reason: "Parti" });
  expect(none.headers.location).toBe("/demo/staff?done=removed");
});

test("the link of an invitation asks for a password and leads to the sign-in; an expired one says what to do", async () => {
  const { body } = await get("/invitation/good-code");
  expect(body).toContain("Bea Roux, choisissez");
  const chosen = await post("/invitation/good-code", { newPassword: "Choose my 9 keys" });
  expect(chosen.headers.location).toBe("/sign-in?chosen=bea%40operator.example");
  expect((await get("/invitation/old")).body).toContain("Cette invitation a expiré");
});
