import { addMonths, dayIn } from "@guichet/rules/dates/days.ts";
import { openAccount } from "../account-records/open-account.ts";
import { insertTraveller, saveTraveller, travellersOf } from "../account-records/traveller-store.ts";
import { insertLogin, loginByEmail, markOwnerProved } from "../authentication/login-store.ts";
import { hashPassword } from "../authentication/passwords.ts";
import { later } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

/** The password of every person in the demo. */
export const demoPassword = "Guichet-demo-2026";

export interface DemoPerson {
  email: string;
  verified: boolean;
  firstName: string;
  lastName: string;
  /** Age in whole years on the day of creation. */
  age: number | null;
  children: readonly { firstName: string; lastName: string; age: number }[];
}

export const demoPeople: readonly DemoPerson[] = [
  {
    email: "holder@demo.example",
    verified: true,
    firstName: "Camille",
    lastName: "Morvan",
    age: 38,
    children: [
      { firstName: "Lou", lastName: "Morvan", age: 8 },
      { firstName: "Noé", lastName: "Morvan", age: 13 },
    ],
  },
  { email: "new@demo.example", verified: true, firstName: "", lastName: "", age: null, children: [] },
  { email: "unverified@demo.example", verified: false, firstName: "Sacha", lastName: "Le Goff", age: 24, children: [] },
];

/** Creates the demo's people in every network of the installation; existing ones are left as they are. */
export async function makeDemoPeople(deps: Dependencies): Promise<void> {
  let passwordHash: string | undefined;
  for (const id of await deps.networks.ids()) {
    const network = await deps.networks.get(id);
    if (network === undefined) continue;
    for (const person of demoPeople) {
      if ((await loginByEmail(deps.db, id, person.email)) !== undefined) continue;
      passwordHash ??= await hashPassword(demoPassword);
      await makePerson(deps, network, person, passwordHash);
    }
  }
}

/** Birth dates for ages in whole years at an instant; the birthday was two months ago. */
export function birthDates(network: LoadedNetwork, at: string): (age: number) => string {
  const today = dayIn(at, network.definition.timeZone);
  return (age) => addMonths(today, -age * 12 - 2);
}

async function makePerson(
  deps: Dependencies,
  network: LoadedNetwork,
  person: DemoPerson,
  passwordHash: string,
): Promise<void> {
  const at = deps.clock.iso();
  const birthDateOf = birthDates(network, at);
  await deps.db.transaction().execute(async (tx) => {
    const { email, firstName, lastName, verified } = person;
    const networkId = network.id;
    const login = await insertLogin(tx, {
      id: deps.ids.uuid(),
      networkId,
      email,
      passwordHash,
      displayName: null,
      at,
    });
    if (login === undefined) return;
    if (verified) await markOwnerProved(tx, login.id, at);
    const identity = { providerId: "password", subject: login.id };
    const { language } = network;
    const accountId = await openAccount(tx, deps, {
      networkId,
      email,
      guest: false,
      language,
      firstName,
      lastName,
      identity,
    });
    const [holder] = await travellersOf(tx, networkId, accountId);
    if (holder !== undefined && person.age !== null) {
      await saveTraveller(tx, holder.id, { ...holder, birthDate: birthDateOf(person.age) });
    }
    for (const [index, { age, ...child }] of person.children.entries()) {
      const traveller = {
        id: deps.ids.uuid(),
        networkId,
        accountId,
        isHolder: false,
        ...child,
        birthDate: birthDateOf(age),
      };
      // Travellers are listed in the order in which they were added.
      await insertTraveller(tx, traveller, later(new Date(at), index + 1).toISOString());
    }
  });
}
