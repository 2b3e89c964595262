import type { CommonFields } from "@guichet/contract/call.ts";
import { findAccount } from "../accounts/store.ts";
import { userOf } from "../accounts/user.ts";
import type { Client } from "../answering/client-store.ts";
import type { Tx } from "../database/connection.ts";
import type { House } from "../house.ts";
import type { LoadedNetwork } from "../networks/registry.ts";
import { travellersOf } from "../travellers/store.ts";
import { openSession } from "./session.ts";

interface Entering {
  house: House;
  network: LoadedNetwork;
  client: Client;
  common: CommonFields;
}

/** Opens the holder's session in this account, and shows them with its token. */
export async function enter(
  tx: Tx,
  { house, network, client, common }: Entering,
  opened: { accountId: string; providerId: string; provedAt: string; providerIdToken?: string | null },
) {
  const { accountId, providerId, provedAt, providerIdToken = null } = opened;
  const account = await findAccount(tx, network.id, accountId);
  const holder = (await travellersOf(tx, network.id, accountId)).find((traveller) => traveller.isHolder);
  if (account === undefined || holder === undefined) throw new Error("An account has a holder");
  const userToken = await openSession(tx, house, {
    networkId: network.id,
    accountId,
    travellerId: holder.id,
    clientId: client.id,
    providerId,
    providerIdToken,
    provedAt: new Date(Math.min(Date.parse(provedAt), house.clock.now().getTime())).toISOString(),
    device: common.device ?? null,
  });
  return { ...userOf(account, holder, network), userToken };
}
