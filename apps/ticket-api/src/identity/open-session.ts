import type { CommonFields } from "@guichet/contract/call.ts";
import { findAccount } from "../account-records/account-store.ts";
import { type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { userForTraveller, userOf } from "../account-records/user.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Client } from "../http/client-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { applicationOf } from "../sessions/application.ts";
import { openSession } from "../sessions/session.ts";

interface SignInContext {
  deps: Dependencies;
  network: LoadedNetwork;
  client: Client;
  common: CommonFields;
  request: { device?: string | undefined; client?: string | undefined; oauthClient?: string | undefined };
}

interface SessionOptions {
  accountId: string;
  /** Absent: the holder. */
  traveller?: Traveller;
  providerId: string;
  provedAt: string;
  /** When the person signed in; absent: now. */
  signedInAt?: string;
  providerIdToken?: string | null;
  /** The login's sign-in that opens the session, and may open it again. */
  signInId?: string;
  /** The new token of a renewed session; absent: a new session is opened. */
  renewed?: string;
}

/** Opens a session for a person of this account and returns the user with the token. */
export async function openSessionFor(
  tx: Tx,
  { deps, network, client, common, request }: SignInContext,
  opened: SessionOptions,
) {
  const { accountId, providerId, provedAt, signedInAt, providerIdToken = null, signInId = null } = opened;
  const account = await findAccount(tx, network.id, accountId);
  const traveller =
    opened.traveller ?? (await travellersOf(tx, network.id, accountId)).find(({ isHolder }) => isHolder);
  if (account === undefined || traveller === undefined) throw new Error("The account has no holder");
  const userToken =
    opened.renewed ??
    (await openSession(tx, deps, {
      networkId: network.id,
      accountId,
      travellerId: traveller.id,
      clientId: client.id,
      providerId,
      providerIdToken,
      signInId,
      ...(signedInAt === undefined ? {} : { signedInAt }),
      provedAt: new Date(Math.min(Date.parse(provedAt), deps.clock.now().getTime())).toISOString(),
      device: request.device ?? null,
      ...applicationOf({ common }, request),
    }));
  const user = userOf(account, traveller, network);
  return { ...(traveller.isHolder ? user : userForTraveller(user)), userToken };
}
