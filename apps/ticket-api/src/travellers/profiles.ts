import { travellersPerAccountMax } from "@guichet/contract/limits/account-limits.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { createProfile, disableProfile, restoreProfile } from "@guichet/contract/travellers.ts";
import { lockAccount } from "../account-records/account-store.ts";
import {
  insertTraveller,
  lockTraveller,
  saveDeactivation,
  saveTraveller,
  type Traveller,
  travellersOf,
} from "../account-records/traveller-store.ts";
import { userOf } from "../account-records/user.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, HandlerValue } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { unpaidInstallmentsFor } from "../payment-records/personal-data-store.ts";
import { endTravellerSessions, type UserSession } from "../sessions/session-store.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import { renewingSubscriptions } from "../subscription-records/subscription-store.ts";
import { pictureUrl } from "./picture.ts";
import { readPerson } from "./read-person.ts";

type User = HandlerValue<typeof createProfile>;

/** Adds a traveller to the holder's account (§6): validates the names (§5), at most 20 active travellers. */
export const createProfileHandler: Handler<typeof createProfile> = async ({ deps, network, session, request }) => {
  const { hideBirthDate } = network.definition.specific;
  if (!hideBirthDate && (request.birthDate ?? "") === "") return err("FIELD_REQUIRED", { field: "birthDate" });
  const read = readPerson(request, { firstName: "", lastName: "" }, network, deps.clock.iso());
  if (!read.ok) return read;
  const { firstName, lastName } = request;
  const person = {
    firstName,
    lastName,
    birthDate: null,
    phone: null,
    tariffStatus: null,
    address: null,
    ...read.value,
  };
  return deps.db.transaction().execute(async (tx) => {
    // The lock makes concurrent calls wait, so that each counts the travellers before it.
    const account = await lockAccount(tx, network.id, session.accountId);
    if (account === undefined) return err("NOT_FOUND");
    const isLimitReached = await isFull(tx, network.id, account.id);
    if (isLimitReached) return err("PROFILES_LIMIT", { limit: travellersPerAccountMax });
    const id = deps.ids.uuid();
    const newTraveller = { id, networkId: network.id, accountId: account.id, isHolder: false, ...person };
    await insertTraveller(tx, newTraveller, deps.clock.iso());
    await saveTraveller(tx, id, person);
    const created = await lockTraveller(tx, network.id, account.id, id);
    if (created === undefined) throw new Error("The added traveller was not found");
    return ok({ user: userOf(account, created, network) });
  });
};

/** Deactivates a traveller (§4, after confirmation): not the holder, nor one with unpaid passes. */
export const disableProfileHandler: Handler<typeof disableProfile> = (ctx) =>
  withTraveller(ctx, async (tx, { traveller, show }) => {
    if (traveller.isHolder) return err("PROFILE_IN_USE", { reason: "holder" });
    if (traveller.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
    const unpaid = await unpaidInstallmentsFor(tx, ctx.network.id, traveller.id);
    if (unpaid.length > 0) return err("PROFILE_IN_USE", { reason: "installment", names: unpaid });
    const renewing = await renewingSubscriptions(tx, { networkId: ctx.network.id, travellerId: traveller.id });
    const names = renewing.map((one) => subscriptionName(one, ctx.network, ctx.language));
    if (names.length > 0) return err("PROFILE_IN_USE", { reason: "subscription", names });
    const deactivatedAt = ctx.deps.clock.iso();
    await saveDeactivation(tx, traveller.id, deactivatedAt);
    await endTravellerSessions(tx, ctx.network.id, traveller.id);
    return ok(show({ ...traveller, deactivatedAt }));
  });

/** Restores a deactivated traveller. */
export const restoreProfileHandler: Handler<typeof restoreProfile> = (ctx) =>
  withTraveller(ctx, async (tx, { traveller, show }) => {
    if (traveller.deactivatedAt === null) return err("TRANSITION_NOT_ALLOWED", { state: "active", verb: "restore" });
    const isLimitReached = await isFull(tx, ctx.network.id, traveller.accountId);
    if (isLimitReached) return err("PROFILES_LIMIT", { limit: travellersPerAccountMax });
    await saveDeactivation(tx, traveller.id, null);
    return ok(show({ ...traveller, deactivatedAt: null }));
  });

interface ProfileContext {
  deps: Dependencies;
  network: LoadedNetwork;
  session: UserSession;
  request: { userId: string };
}

interface LockedTraveller {
  traveller: Traveller;
  show(traveller: Traveller): User;
}

/** Locks the account and the traveller that the holder names, and applies a change to the traveller. */
async function withTraveller<Changed extends Result<User>>(
  { deps, network, session, request: { userId } }: ProfileContext,
  change: (tx: Tx, locked: LockedTraveller) => Promise<Changed>,
) {
  if (!isUuid(userId)) return err("NOT_FOUND");
  return deps.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, network.id, session.accountId);
    const traveller = await lockTraveller(tx, network.id, session.accountId, userId);
    if (account === undefined || traveller === undefined) return err("NOT_FOUND");
    const show = (changed: Traveller) => {
      const user = userOf(account, changed, network);
      return { user: { ...user, userPictureUrl: pictureUrl(deps, session, changed) } };
    };
    return change(tx, { traveller, show });
  });
}

async function isFull(tx: Tx, networkId: string, accountId: string): Promise<boolean> {
  const travellers = await travellersOf(tx, networkId, accountId);
  return travellers.filter(({ deactivatedAt }) => deactivatedAt === null).length >= travellersPerAccountMax;
}
