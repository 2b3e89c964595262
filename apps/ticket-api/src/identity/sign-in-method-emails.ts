import type { Language } from "@guichet/contract/locales.ts";
import type { Account } from "../account-records/account-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { passwordProvider } from "../network-registry/sign-in-providers.ts";

/** Whose ways in changed, and which of them. */
export interface SignInMethodChange {
  deps: Dependencies;
  network: LoadedNetwork;
  account: Pick<Account, "id" | "language">;
  /** Of the letter, where the account chose none. */
  language: Language;
  providerId: string;
}

/** Tells by a letter that a way in came or went; an account without an address is told nothing. */
export async function notifySignInMethods(
  tx: Tx,
  { deps, network, account, language, providerId }: SignInMethodChange,
  template: "identity-linked" | "identity-unlinked",
  to: string,
): Promise<void> {
  if (to === "") return;
  const at = deps.clock.iso();
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: account.id,
    to,
    template,
    language: account.language ?? language,
    values: { at, provider: providerNameOf(network, providerId) },
    cause: `${template}-${account.id}-${providerId}-${Date.parse(at)}`,
  });
}

/** The provider's name as the network says it; null for e-mail and password, which each language names. */
export function providerNameOf({ definition }: LoadedNetwork, providerId: string): string | null {
  if (providerId === passwordProvider) return null;
  return definition.authentication.providers.find(({ id }) => id === providerId)?.name ?? providerId;
}
