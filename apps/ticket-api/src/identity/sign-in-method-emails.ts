import type { Language } from "@guichet/contract/locales.ts";
import type { Account } from "../account-records/account-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { passwordProvider } from "../network-registry/sign-in-providers.ts";

/** The account whose sign-in methods changed, and the method. */
export interface SignInMethodChange {
  deps: Dependencies;
  network: LoadedNetwork;
  account: Pick<Account, "id" | "language">;
  /** The e-mail's language, if the account chose none. */
  language: Language;
  providerId: string;
}

/** Notifies an account that a sign-in method was added or removed; without an address it sends nothing. */
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

/** The provider's name in the network; null for e-mail and password, which each language names itself. */
export function providerNameOf({ definition }: LoadedNetwork, providerId: string): string | null {
  if (providerId === passwordProvider) return null;
  return definition.authentication.providers.find(({ id }) => id === providerId)?.name ?? providerId;
}
