import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { openPeopleApi, type PeopleApi } from "../testing/people-api.ts";
import { testArticle, testPack } from "../testing/test-pack.ts";
import { exportPack } from "./export.ts";
import { importPack } from "./import.ts";

const school: z.input<typeof PackNetwork>["school"] = {
  year: { from: "2026-09-01", to: "2027-07-03" },
  ageFrom: 3,
  ageTo: 20,
  schools: [{ id: "college-vauban", name: "Collège Vauban", city: "Amiens" }],
};
const homeStops = [
  { id: "gare", name: "Gare" },
  { id: "halles", name: "Les Halles" },
];

function packOf(id: string, profiling: boolean) {
  const articles = [testArticle({ id: "student-pass", price: 900, statuses: ["student"], quantityMax: 1 })];
  const pack = testPack({
    id,
    articles,
    network: { switches: { profiling }, homeStops, ...(profiling && { school }) },
  });
  pack.catalogue.statuses.push(
    { id: "student", name: { fr: "Étudiant", en: "Student" } },
    { id: "job-seeker", name: { fr: "Demandeur d’emploi" } },
  );
  return pack;
}

let people: PeopleApi;
let api: PeopleApi["api"];
beforeAll(async () => {
  people = await openPeopleApi({ packs: [packOf("north", true), packOf("south", false)] });
  api = people.api;
});
afterAll(() => people.close());

// covers §7: GET Networks/getProfileStatus.json
test("a network with profiling returns its statuses in the requested language, and its home stops; one without returns neither", async () => {
  const on = await api.call("getProfileStatus", { lang: "en" });
  expect(on.http).toBe(200);
  expect(on.body).toEqual({
    status: "ok",
    statuses: [
      { id: "student", name: "Student" },
      { id: "job-seeker", name: "Demandeur d’emploi" },
    ],
    stops: homeStops,
  });
  const off = await api.call("getProfileStatus", {}, { network: "south" });
  expect(off.body).toEqual({ status: "ok", statuses: [], stops: [] });
});

// covers §7: GET Networks/getSchoolConfiguration
test("the school year, the ages and the schools are returned; null if a network has none", async () => {
  expect((await api.call("getSchoolConfiguration", {})).body.school).toEqual(school);
  expect((await api.call("getSchoolConfiguration", {}, { network: "south" })).body.school).toBeNull();
});

// covers §7: GET Networks/getSchoolConfiguration
test("home stops and school are exported and imported with the pack, unchanged", async () => {
  const exported = await exportPack(api.deps.db, "north");
  expect(exported?.network).toMatchObject({ homeStops, school });
  if (exported === undefined) return;
  const imported = await importPack(api.deps.db, exported, api.deps.clock.iso());
  expect(imported.ok && imported.changes.filter(({ change }) => change !== "unchanged")).toEqual([]);
});

describe("a traveller's tariff status", () => {
  const status = async (token: string, values: Record<string, unknown>, network = "north") =>
    (await api.call("updateAccount", values, { token, network })).body;
  const errorsFor = async (token: string, customerId: string, network = "north") => {
    const line = { quantity: 1, productId: "student-pass", support: "DEMATERIALIZED" as const, customerId };
    const { body } = await api.call("verifyOrder", { articles: [line] }, { token, network });
    return body.lines[0]?.errors.map(({ code }) => code);
  };

  // covers §5: a tariff status is one of the network's, and decides what may be bought where profiling is on
  test("is declared from the network's list, removed, and decides what may be bought", async () => {
    const { token, user } = await people.customer("student@example.org");
    expect(await errorsFor(token, user.userId)).toEqual(["TRAVELLER_NOT_ELIGIBLE"]);
    expect((await status(token, { tariffStatus: "student" })).user.tariffStatus).toBe("student");
    expect(await errorsFor(token, user.userId)).toEqual([]);
    expect((await status(token, { phone: "0612345678" })).user.tariffStatus).toBe("student");
    const child = { firstName: "Lou", lastName: "Haddad", birthDate: "2014-05-02", tariffStatus: "student" };
    const created = await api.call("createProfile", child, { token });
    expect(created.body.user.tariffStatus).toBe("student");
    expect(await errorsFor(token, created.body.user.userId)).toEqual([]);
    expect((await status(token, { tariffStatus: null })).user.tariffStatus).toBeNull();
    expect(await errorsFor(token, user.userId)).toEqual(["TRAVELLER_NOT_ELIGIBLE"]);
  });

  // covers §5: a tariff status is one of the network's, and decides what may be bought where profiling is on
  test("is refused if the network does not list it; without profiling none is stored or requested", async () => {
    const { token } = await people.customer("king@example.org");
    expect((await status(token, { tariffStatus: "king" })).error).toMatchObject({
      code: "FIELD_INVALID",
      details: { field: "tariffStatus" },
    });
    const south = await people.customer("king@example.org", "south");
    expect((await status(south.token, { tariffStatus: "student" }, "south")).error?.code).toBe("FEATURE_DISABLED");
    expect(await errorsFor(south.token, south.user.userId, "south")).toEqual([]);
  });
});
