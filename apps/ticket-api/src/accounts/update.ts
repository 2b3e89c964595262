import type { update } from "@guichet/contract/accounts.ts";
import { languageOf } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { readEmail } from "@guichet/rules/emails.ts";
import { type Account, findAccount, savePreferences } from "../account-records/account-store.ts";
import { lockTraveller, type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { synchronisedFields, userForTraveller, userOf } from "../account-records/user.ts";
import { isFreshProof } from "../authentication/step-up.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Handler } from "../http/call-handler.ts";
import { setTravellerPassword } from "../identity/traveller-sign-in.ts";
import { changePerson, mayBecome } from "../travellers/change-person.ts";
import { pictureUrl } from "../travellers/picture.ts";
import { readPerson } from "../travellers/read-person.ts";
import { changeOwnEmail, provedLogin } from "./own-email.ts";

type CallContext = Parameters<Handler<typeof update>>[0];
type Given = CallContext["request"];
type Preferences = Pick<Account, "contactEmail" | "theme" | "language">;

/** What belongs to the account and not to one of its travellers. */
const holderFields = ["email", "currentPassword", "contactEmail", "theme", "language"] as const;

/**
 * Changes the holder's data, or with `userId` that of a traveller of the account. All is read before anything is
 * written; e-mail and a traveller's own sign-in change last and need the password (§5, §6), the contact e-mail a fresh proof.
 */
export const updateHandler: Handler<typeof update> = async (ctx) => {
  const { deps, network, session, request } = ctx;
  const account = await findAccount(deps.db, network.id, session.accountId);
  const travellers = await travellersOf(deps.db, network.id, session.accountId);
  const traveller = travellers.find(({ id }) => id === (request.userId ?? session.travellerId));
  const isOwn = traveller?.id === session.travellerId;
  if (account === undefined || traveller === undefined || !(session.isHolder || isOwn)) return err("NOT_FOUND");
  if (!session.isHolder && !ownFieldsOnly(request)) return err("HOLDER_REQUIRED");
  const strange = strangeField(request, traveller);
  if (strange !== undefined) return err("FIELD_INVALID", { field: strange });

  const given = withoutSynchronised(ctx, account, traveller);
  if (!given.ok) return given;
  const person = readPerson(given.value, traveller, network, deps.clock.iso());
  if (!person.ok) return person;
  const preferences = readPreferences(ctx, account);
  if (!preferences.ok) return preferences;
  // The operator writes there about tickets and money: whoever holds a session alone does not lead that elsewhere.
  if (preferences.value.contactEmail !== account.contactEmail && !isFreshProof(deps, session))
    return err("REAUTHENTICATION_REQUIRED", { field: "contactEmail" });
  // Before anything is written: what is refused changes nothing.
  const allowed = await mayBecome(deps.db, traveller, { ...traveller, ...person.value });
  if (!allowed.ok) return allowed;
  if (request.email !== undefined) {
    const changed = await changeOwnEmail(ctx, account, request.email);
    if (!changed.ok) return changed;
  }
  if (request.travellerPassword !== undefined) {
    const changed = await changeOwnSignIn(ctx, account, traveller, request.travellerPassword);
    if (!changed.ok) return changed;
  }
  // A form sends back what stood there: that declares nothing.
  const declaresStatus = request.tariffStatus !== undefined && request.tariffStatus !== traveller.tariffStatus;
  const saved = await runTransaction(deps.db, async (tx) => {
    const held = await lockTraveller(tx, network.id, account.id, traveller.id);
    if (held === undefined) return err("NOT_FOUND");
    const changed = await changePerson(tx, { deps, network, declaresStatus }, held, { ...held, ...person.value });
    if (!changed.ok) return changed;
    if (traveller.isHolder) await savePreferences(tx, account.id, preferences.value);
    const kept = await findAccount(tx, network.id, account.id);
    if (kept === undefined) return err("NOT_FOUND");
    const user = userOf(kept, changed.value, network);
    return ok({ ...user, userPictureUrl: pictureUrl(deps, session, changed.value) });
  });
  if (!saved.ok) return saved;
  deps.wake();
  return ok({ user: session.isHolder ? saved.value : userForTraveller(saved.value) });
};

/** What the federation says is read-only (§6); the same value sent back is no change, and not held to our own rules. */
function withoutSynchronised(
  { request, network }: CallContext,
  account: Account,
  traveller: Traveller,
): Result<Given, "DATA_SYNCHRONISED"> {
  const fields = traveller.isHolder ? synchronisedFields(account, network) : [];
  const changed = fields.find((field) => request[field] !== undefined && request[field] !== traveller[field]);
  if (changed !== undefined) return err("DATA_SYNCHRONISED", { field: changed });
  return ok({ ...request, ...Object.fromEntries(fields.map((field) => [field, undefined])) });
}

/** A field that this person has not: of the account for a traveller, a traveller's own sign-in for the holder. */
function strangeField(request: Given, { isHolder }: Traveller): string | undefined {
  if (isHolder) return request.travellerPassword === undefined ? undefined : "travellerPassword";
  const proves = request.travellerPassword !== undefined;
  return holderFields.find((field) => request[field] !== undefined && !(field === "currentPassword" && proves));
}

/** Who signs in by a traveller's password changes how they are reached; names and birth date decide fares and stay. */
function ownFieldsOnly({ phone: _, address: __, ...others }: Given): boolean {
  return Object.values(others).every((value) => value === undefined);
}

function readPreferences(
  { request, network }: CallContext,
  before: Account,
): Result<Preferences, "EMAIL_INVALID" | "FIELD_INVALID"> {
  let { contactEmail, theme, language } = before;
  if (request.contactEmail === null || request.contactEmail === "") contactEmail = null;
  else if (request.contactEmail !== undefined) {
    const read = readEmail(request.contactEmail);
    if (!read.ok) return err("EMAIL_INVALID", { field: "contactEmail" });
    contactEmail = read.value;
  }
  if (request.theme !== undefined) theme = request.theme;
  if (request.language !== undefined) {
    const spoken = languageOf(request.language);
    if (spoken === undefined || !network.definition.languages.includes(spoken)) {
      return err("FIELD_INVALID", { field: "language" });
    }
    language = spoken;
  }
  return ok({ contactEmail, theme, language });
}

/** Sets, changes or removes (null) a traveller's own sign-in; the holder's password says that it is the holder. */
async function changeOwnSignIn(ctx: CallContext, account: Account, traveller: Traveller, password: string | null) {
  const login = await provedLogin(ctx, account);
  if (!login.ok) return login;
  return setTravellerPassword({ ...ctx, account, login: login.value, traveller }, password);
}
