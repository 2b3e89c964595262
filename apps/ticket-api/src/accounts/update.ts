import type { update } from "@guichet/contract/accounts.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { type Account, findAccount, lockAccount, savePreferences } from "../account-records/account-store.ts";
import { lockTraveller, type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { synchronisedFields, userForTraveller, userOf } from "../account-records/user.ts";
import { isStepUpFresh } from "../authentication/step-up.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { setTravellerPassword } from "../identity/traveller-sign-in.ts";
import { changePerson, checkPersonChange } from "../travellers/change-person.ts";
import { pictureUrl } from "../travellers/picture.ts";
import { readPerson } from "../travellers/read-person.ts";
import { changeOwnEmail, confirmLogin } from "./own-email.ts";
import { type Preferences, readPreferences } from "./read-preferences.ts";

type CallContext = Parameters<Handler<typeof update>>[0];
type AccountChanges = CallContext["request"];

/** Fields of the account, not of a traveller. */
const holderFields = ["email", "currentPassword", "contactEmail", "theme", "language"] as const;

/**
 * Changes the holder's data, or with `userId` that of a traveller of the account. Everything is validated before anything is
 * written. E-mail and a traveller's own sign-in change last and need the password (§5, §6); the contact e-mail needs step-up
 * authentication.
 */
export const updateHandler: Handler<typeof update> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const account = await findAccount(deps.db, network.id, session.accountId);
  const travellers = await travellersOf(deps.db, network.id, session.accountId);
  const traveller = travellers.find(({ id }) => id === (request.userId ?? session.travellerId));
  const isOwn = traveller?.id === session.travellerId;
  if (account === undefined || traveller === undefined || !(session.isHolder || isOwn)) return err("NOT_FOUND");
  if (!session.isHolder && !hasOnlyOwnFields(request)) return err("HOLDER_REQUIRED");
  const foreign = foreignField(request, traveller);
  if (foreign !== undefined) return err("FIELD_INVALID", { field: foreign });

  const changes = withoutSynchronised(ctx, account, traveller);
  if (!changes.ok) return changes;
  const person = readPerson(changes.value, traveller, network, deps.clock.iso());
  if (!person.ok) return person;
  const preferences = preferencesOf(ctx, account);
  if (!preferences.ok) return preferences;
  // Before anything is written: a refused request changes nothing.
  const allowed = await checkPersonChange(deps.db, traveller, { ...traveller, ...person.value });
  if (!allowed.ok) return allowed;
  if (request.email !== undefined) {
    const changed = await changeOwnEmail(ctx, account, request.email);
    if (!changed.ok) return changed;
  }
  if (request.travellerPassword !== undefined) {
    const changed = await changeOwnSignIn(ctx, account, traveller, request.travellerPassword);
    if (!changed.ok) return changed;
  }
  // A form sends unchanged values back: that is not a declaration.
  const declaresStatus = request.tariffStatus !== undefined && request.tariffStatus !== traveller.tariffStatus;
  const saved = await runTransaction(deps.db, async (tx) => {
    // The account before its traveller, in the same sequence as an erasure and a correction by the staff.
    const owner = traveller.isHolder ? await lockAccount(tx, network.id, account.id) : undefined;
    const locked = await lockTraveller(tx, network.id, account.id, traveller.id);
    if (locked === undefined) return err("NOT_FOUND");
    const changed = await changePerson(tx, { deps, network, declaresStatus }, locked, { ...locked, ...person.value });
    if (!changed.ok) return changed;
    // What staff changed meanwhile stays: only what is requested differs from the account as it is now.
    const wanted = owner && preferencesOf(ctx, owner);
    if (wanted?.ok === false) return wanted;
    if (wanted !== undefined) await savePreferences(tx, account.id, wanted.value);
    const updated = await findAccount(tx, network.id, account.id);
    if (updated === undefined) return err("NOT_FOUND");
    const user = userOf(updated, changed.value, network);
    return ok({ ...user, userPictureUrl: pictureUrl(deps, session, changed.value) });
  });
  if (!saved.ok) return saved;
  deps.wake();
  return ok({ user: session.isHolder ? saved.value : userForTraveller(saved.value) });
};

/** The preferences of an account after a request; another contact e-mail needs step-up authentication. */
function preferencesOf(
  { deps, network, session, request }: CallContext,
  account: Account,
): Result<Preferences, "EMAIL_INVALID" | "FIELD_INVALID" | "REAUTHENTICATION_REQUIRED"> {
  const read = readPreferences(request, account, network);
  // The operator writes to this address about tickets and money, so a session alone must not redirect it.
  if (read.ok && read.value.contactEmail !== account.contactEmail && !isStepUpFresh(deps, session))
    return err("REAUTHENTICATION_REQUIRED", { field: "contactEmail" });
  return read;
}

/** Drops the read-only fields of the federation (§6). The same value sent back is no change and is not validated. */
function withoutSynchronised(
  { request, network }: CallContext,
  account: Account,
  traveller: Traveller,
): Result<AccountChanges, "DATA_SYNCHRONISED"> {
  const fields = traveller.isHolder ? synchronisedFields(account, network) : [];
  const changed = fields.find((field) => request[field] !== undefined && request[field] !== traveller[field]);
  if (changed !== undefined) return err("DATA_SYNCHRONISED", { field: changed });
  return ok({ ...request, ...Object.fromEntries(fields.map((field) => [field, undefined])) });
}

/** A field that this person does not have: the account's for a traveller, a traveller's own sign-in for the holder. */
function foreignField(request: AccountChanges, { isHolder }: Traveller): string | undefined {
  if (isHolder) return request.travellerPassword === undefined ? undefined : "travellerPassword";
  const confirmsPassword = request.travellerPassword !== undefined;
  return holderFields.find(
    (field) => request[field] !== undefined && !(field === "currentPassword" && confirmsPassword),
  );
}

/** A traveller with their own sign-in may only change their contact data; names and birth date decide fares and stay. */
function hasOnlyOwnFields({ phone: _, address: __, ...others }: AccountChanges): boolean {
  return Object.values(others).every((value) => value === undefined);
}

/** Sets, changes or removes (null) a traveller's own sign-in, after the holder's password. */
async function changeOwnSignIn(ctx: CallContext, account: Account, traveller: Traveller, password: string | null) {
  const login = await confirmLogin(ctx, account);
  if (!login.ok) return login;
  return setTravellerPassword({ ...ctx, account, login: login.value, traveller }, password);
}
