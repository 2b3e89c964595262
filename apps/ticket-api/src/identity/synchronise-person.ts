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

interface SyncContext {
  deps: Dependencies;
  network: LoadedNetwork;
  accountId: string;
  providerId: string;
}

/**
 * Updates the account holder from a provider's current statement. The federation's pivot identity (names, birth date) replaces the
 * profile's data; any other provider only fills what is missing. The account's e-mail address is never replaced, because e-mails and
 * tickets go there and only its owner changes it. An account without an address takes the provider's if it is free.
 */
export async function synchronise(tx: Tx, known: SyncContext, { subject, person }: ProviderSaid): Promise<void> {
  const { deps, network, accountId, providerId } = known;
  const isPivot = kindOf(network, providerId) === "federation";
  const at = deps.clock.iso();
  await saveIdentityPerson(tx, { networkId: network.id, providerId, subject }, person, isPivot ? at : null);
  const holder = (await travellersOf(tx, network.id, accountId)).find((traveller) => traveller.isHolder);
  const current = holder && (await lockTraveller(tx, network.id, accountId, holder.id));
  if (current !== undefined) {
    const pick = (said: string, stored: string) => (isPivot ? said || stored : stored || said);
    const synchronised: Traveller = {
      ...current,
      firstName: pick(person.firstName, current.firstName),
      lastName: pick(person.lastName, current.lastName),
      birthDate: isPivot ? (person.birthDate ?? current.birthDate) : (current.birthDate ?? person.birthDate),
    };
    await savePerson(tx, { deps, network }, current, synchronised);
  }
  const account = await findAccount(tx, network.id, accountId);
  if (account?.email !== "" || person.email === null || !person.emailTrusted) return;
  await lockEmail(tx, network.id, person.email);
  if (await otherAccountHasEmail(tx, network.id, person.email, accountId)) return;
  if (person.emailVerified) await releaseAddress(tx, network.id, person.email, accountId);
  await changeAccountEmail(tx, accountId, person.email);
}
