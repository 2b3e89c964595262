import { changeAccountEmail, findAccount } from "../account-records/account-store.ts";
import { otherAccountHasEmail } from "../account-records/address-store.ts";
import { lockEmail, saveIdentityPerson } from "../account-records/identity-store.ts";
import { lockTraveller, type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ProviderSaid } from "../integrations/identity-provider.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { kindOf } from "../network-registry/sign-in-providers.ts";
import { savePerson } from "../travellers/change-person.ts";
import { releaseAddress } from "./email-verification.ts";

interface Known {
  deps: Dependencies;
  network: LoadedNetwork;
  accountId: string;
  providerId: string;
}

/**
 * Takes over what a provider says of its person now. The federation's pivot identity (names, birth date) replaces what
 * the profile holds; any other provider fills only what is missing. The account's e-mail address is never replaced: it
 * is where letters and tickets go, and only its owner changes it. An address that an account lacks is taken if it is free.
 */
export async function synchronise(tx: Tx, known: Known, { subject, person }: ProviderSaid): Promise<void> {
  const { deps, network, accountId, providerId } = known;
  const isPivot = kindOf(network, providerId) === "federation";
  const at = deps.clock.iso();
  await saveIdentityPerson(tx, { networkId: network.id, providerId, subject }, person, isPivot ? at : null);
  const holder = (await travellersOf(tx, network.id, accountId)).find((traveller) => traveller.isHolder);
  const held = holder && (await lockTraveller(tx, network.id, accountId, holder.id));
  if (held !== undefined) {
    const pick = (said: string, kept: string) => (isPivot ? said || kept : kept || said);
    const synchronised: Traveller = {
      ...held,
      firstName: pick(person.firstName, held.firstName),
      lastName: pick(person.lastName, held.lastName),
      birthDate: isPivot ? (person.birthDate ?? held.birthDate) : (held.birthDate ?? person.birthDate),
    };
    await savePerson(tx, { deps, network }, held, synchronised);
  }
  const account = await findAccount(tx, network.id, accountId);
  if (account?.email !== "" || person.email === null || !person.emailTrusted) return;
  await lockEmail(tx, network.id, person.email);
  if (await otherAccountHasEmail(tx, network.id, person.email, accountId)) return;
  if (person.emailVerified) await releaseAddress(tx, network.id, person.email, accountId);
  await changeAccountEmail(tx, accountId, person.email);
}
