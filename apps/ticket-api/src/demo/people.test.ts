import { PublishedAlert } from "@guichet/contract/integrations/sandbox-beacon.ts";
import { formatCardNumber, isLuhnNumber } from "@guichet/rules/transport-cards.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openPeopleApi } from "../testing/people-api.ts";
import { openProviderWorld, type ProviderWorld } from "../testing/providers/provider-world.ts";
import { demoCardNumber, makeDemoCards } from "./cards.ts";
import { demoPassword, makeDemoPeople } from "./people.ts";

const ListedCard = z.object({
  networkId: z.string(),
  number: z.string(),
  firstName: z.string(),
  birthDate: z.string(),
  state: z.string(),
  incident: z.string().nullable(),
  linkedTo: z.string().nullable(),
});

let people: ProviderWorld;
beforeAll(async () => {
  people = await openProviderWorld();
});
afterAll(() => people.close());

const enter = async (email: string, network: string) => {
  const signedIn = await people.toolkit("signInWithPassword", { email, password: demoPassword }, { network });
  return people.api.call("login", { firebase_token: String(signedIn.body.idToken) }, { network });
};

test("the demo's list says where alerts are published, with examples that the beacon accepts", async () => {
  const { maintenance } = (await people.api.send("GET", "/demo")).body as {
    maintenance: Record<string, unknown>;
  };
  expect(maintenance.beacon).toMatch(/^http.*\/beacon$/);
  expect(maintenance.alerts).toBe(`${maintenance.beacon}/alerts`);
  for (const example of ["alert", "warnsOrdering", "closesOrdering", "closesShop"]) {
    expect(PublishedAlert.safeParse(maintenance[example]).success, example).toBe(true);
  }
});

test("the demo's people are in each network, as listed, and created only once", async () => {
  await Promise.all([makeDemoPeople(people.api.deps), makeDemoPeople(people.api.deps)]);
  await makeDemoPeople(people.api.deps);
  for (const network of ["north", "south"]) {
    const holder = await enter("holder@demo.example", network);
    expect(holder.body.user).toMatchObject({ isVerified: true, isComplete: true });
    const token = holder.body.user?.userToken;
    const { profiles } = (await people.api.call("getUser", {}, { token, network })).body;
    expect(profiles.map(({ userBirthday }) => userBirthday)).toEqual(["1988-09-20", "2018-09-20", "2013-09-20"]);
    expect((await enter("new@demo.example", network)).body.user).toMatchObject({ isVerified: true, isComplete: false });
    expect((await enter("unverified@demo.example", network)).body.user).toMatchObject({
      isVerified: false,
      isComplete: true,
    });
  }
});

test("the demo's cards are in each network, created only once: linked, unlinked, expired, and lost", async () => {
  const { deps } = people.api;
  await makeDemoPeople(deps);
  await Promise.all([makeDemoCards(deps), makeDemoCards(deps)]);
  const { body } = await people.api.send("GET", "/demo");
  const cards = z.array(ListedCard).parse(body.cards);
  expect(cards).toHaveLength(12);
  expect(new Set(cards.map(({ number }) => number)).size).toBe(12);
  expect(cards.every(({ number }) => isLuhnNumber(number) && /^\d{4}( \d{4}){3}$/.test(number))).toBe(true);
  const north = cards.filter(({ networkId }) => networkId === "north");
  expect(north.map(({ firstName, birthDate, state }) => [firstName, birthDate, state])).toEqual([
    ["Camille", "1988-09-20", "active"],
    ["Lou", "2018-09-20", "active"],
    ["Noé", "2013-09-20", "active"],
    ["Inès", "1981-09-20", "active"],
    ["Malo", "1974-09-20", "expired"],
    ["Nadia", "1997-09-20", "active"],
  ]);
  expect(north.map(({ linkedTo }) => linkedTo)).toEqual(["holder@demo.example", null, null, null, null, null]);
  expect(north.map(({ incident }) => incident).filter(Boolean)).toEqual(["lost"]);
  const token = (await enter("holder@demo.example", "north")).body.user?.userToken;
  const { medias } = (await people.api.call("getMedias", {}, { token })).body;
  expect(medias).toMatchObject([
    { number: formatCardNumber(demoCardNumber("north", 1)), traveller: { firstName: "Camille" }, state: "active" },
  ]);
});

test("the demo lists what a tester needs", async () => {
  const { body } = await people.api.send("GET", "/demo");
  expect(body).toMatchObject({
    networks: [
      { id: "north", key: "demo-north", shop: "http://north.localhost:3000/fr" },
      { id: "south", key: "demo-south" },
    ],
    people: [
      { email: "holder@demo.example", password: demoPassword, verified: true, complete: true, travellers: 3 },
      { email: "new@demo.example", verified: true, complete: false },
      { email: "unverified@demo.example", verified: false },
    ],
  });
  expect(body.clients).toContainEqual({ id: "shop", key: "guichet-demo-key", networks: ["north", "south"] });
});

test("the demo lists who may sign in at the sandbox's providers, and they can", async () => {
  const { body } = await people.api.send("GET", "/demo");
  const networks = ["north", "south"];
  const identities = z.array(z.object({ providerId: z.string(), name: z.string() })).parse(body.testIdentities);
  expect(body.testIdentities).toContainEqual(
    expect.objectContaining({ providerId: "franceconnect", networks, name: "claire", birthDate: "1985-04-12" }),
  );
  expect(body.testIdentities).toContainEqual(
    expect.objectContaining({ providerId: "realm", networks, name: "camille", password: demoPassword }),
  );
  for (const providerId of ["franceconnect", "realm"]) {
    const listed = identities.find((identity) => identity.providerId === providerId);
    expect((await people.signInAt(providerId, listed?.name ?? "")).http).toBe(200);
  }
});

// covers: the sandbox: control routes for testers
test("outside the demo the list does not exist", async () => {
  const environment = {
    NODE_ENV: "production",
    LYRA_SHOP_ID: "12345678",
    LYRA_PASSWORD: "prodpassword_real",
    LYRA_URL: "https://pay.example",
    API_PUBLIC_URL: "https://api.example",
    SHOP_PUBLIC_URL: "https://shop.example",
  };
  const real = await openPeopleApi({ environment });
  expect((await real.api.send("GET", "/demo")).http).toBe(404);
  await real.close();
});
