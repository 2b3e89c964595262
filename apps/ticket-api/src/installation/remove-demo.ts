import { demoValidatorClient } from "@guichet/contract/demo-validator.ts";
import { demoOfficeClient } from "@guichet/contract/office/demo-client.ts";
import { accountsWithEmail } from "../account-records/address-store.ts";
import { demoCardNumbers } from "../demo/cards.ts";
import { demoPeople } from "../demo/people.ts";
import { demoStaff } from "../demo/staff.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientRegistry, saveClient } from "../http/client-store.ts";
import { lockAccountAndLogin } from "../privacy/delete-account.ts";
import { eraseAccount } from "../privacy/erase-account.ts";
import { renewPassword, setRoles, setStaffDisabled } from "../staff/manage-staff.ts";
import { expireCards } from "../transport-card-records/transport-card-store.ts";
import { networkIds, recordProduction } from "./installation-store.ts";

/** The public keys with which the demo's clients sign. */
const demoKeys: Readonly<Record<string, string>> = {
  shop: "guichet-demo-key",
  [demoOfficeClient.id]: demoOfficeClient.key,
  [demoValidatorClient.id]: demoValidatorClient.key,
};

/** How many of each were removed. */
export interface RemovedDemo {
  people: number;
  staff: number;
  cards: number;
  clients: string[];
}

/**
 * Removes what a demo start has written into a real installation, and records it as production: erases the demo's people,
 * disables its staff, expires its cards, and replaces known client keys with new ones that are not shown.
 * Each step is repeatable: after a failure it is called again.
 */
export async function removeDemo(deps: Dependencies): Promise<RemovedDemo> {
  const networks = await networkIds(deps.db);
  const people = await removePeople(deps, networks);
  const staff = await removeStaff(deps, networks);
  const cards = await removeCards(deps, networks);
  const clients = await removeKeys(deps);
  await deps.db.transaction().execute((tx) => recordProduction(tx));
  return { people, staff, cards, clients };
}

async function removePeople(deps: Dependencies, networks: readonly string[]): Promise<number> {
  let removed = 0;
  for (const networkId of networks) {
    for (const { email } of demoPeople) {
      for (const { id } of await accountsWithEmail(deps.db, networkId, email)) {
        await deps.db.transaction().execute(async (tx) => {
          if ((await lockAccountAndLogin(tx, networkId, id)) === undefined) return;
          await eraseAccount(tx, deps, networkId, id);
          removed += 1;
        });
      }
    }
  }
  return removed;
}

async function removeStaff(deps: Dependencies, networks: readonly string[]): Promise<number> {
  let removed = 0;
  for (const { email } of demoStaff) {
    if (!(await setStaffDisabled(deps, email, true))) continue;
    await renewPassword(deps, email);
    for (const networkId of networks) await setRoles(deps, email, networkId, []);
    removed += 1;
  }
  return removed;
}

async function removeCards(deps: Dependencies, networks: readonly string[]): Promise<number> {
  const at = deps.clock.iso();
  let removed = 0;
  for (const networkId of networks) {
    const numbers = demoCardNumbers(networkId);
    removed += await deps.db.transaction().execute((tx) => expireCards(tx, networkId, numbers, at));
  }
  return removed;
}

async function removeKeys(deps: Dependencies): Promise<string[]> {
  const clients = clientRegistry(deps.db);
  const removed: string[] = [];
  for (const [id, key] of Object.entries(demoKeys)) {
    const client = await clients(id);
    if (client?.key !== key) continue;
    await saveClient(deps.db, { ...client, key: deps.ids.token() });
    removed.push(id);
  }
  return removed;
}
