import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import type {
  CorrectionRefusal,
  CustomerDetails,
  correctCustomer,
} from "@guichet/contract/office/customer-service/corrections.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { type Account, savePreferences } from "../account-records/account-store.ts";
import { lockTraveller, saveTraveller, type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { readPreferences } from "../accounts/read-preferences.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { CorrectedField } from "../email/email-contents.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { Handler } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { readPerson } from "../travellers/read-person.ts";
import { lockCustomer } from "./lock-customer.ts";

type DetailsChange = AuditChange & { field: CorrectedField };
type CorrectionError =
  | "NOT_FOUND"
  | "TRANSITION_NOT_ALLOWED"
  | "ACCOUNT_DELETION_PENDING"
  | "EMAIL_INVALID"
  | "PHONE_INVALID"
  | "FIELD_REQUIRED"
  | "FIELD_INVALID";

export const correctionRefused = (reason: CorrectionRefusal) => err("TRANSITION_NOT_ALLOWED", { reason });

/** `Office/correctCustomer`: corrects what an account says about its holder, under the locks of account and holder. */
export const correctCustomerHandler: Handler<typeof correctCustomer> = async (ctx) => {
  const { deps, network, request, session } = ctx;
  const corrected = await runTransaction<Record<string, never>, CorrectionError>(deps.db, async (tx) => {
    const account = await lockCustomer(tx, network.id, request.customerId);
    const holder = account && (await lockHolder(tx, account));
    if (account === undefined || holder === undefined) return err("NOT_FOUND");
    if (account.erasesAt !== null) return err("ACCOUNT_DELETION_PENDING", { erasesAt: account.erasesAt });
    const before = detailsOf(account, holder);
    if (changesOf(before, request.seen).length > 0) return correctionRefused("changed");
    const read = readDetails(request.details, account, holder, network, deps.clock.iso());
    if (!read.ok) return read;
    const { preferences, person } = read.value;
    const changes = changesOf(before, detailsOf({ ...account, ...preferences }, person));
    if (changes.length === 0) return correctionRefused("same");
    await savePreferences(tx, account.id, preferences);
    await saveTraveller(tx, holder.id, person);
    const { reason } = request;
    const by = { networkId: network.id, staffId: session.staffId, thing: account.id, accountId: account.id, reason };
    await recordAuditEntry(tx, deps, { ...by, act: "customer.correct", changes });
    const fields = changes.map(({ field }) => field);
    await notifyOfCorrection(tx, { deps, network }, { ...account, language: preferences.language }, fields);
    return ok({});
  });
  if (corrected.ok) deps.wake();
  return corrected;
};

async function lockHolder(tx: Tx, { networkId, id }: Account): Promise<Traveller | undefined> {
  const holder = (await travellersOf(tx, networkId, id)).find(({ isHolder }) => isHolder);
  return holder && lockTraveller(tx, networkId, id, holder.id);
}

const detailsOf = (
  { contactEmail, language }: Pick<Account, "contactEmail" | "language">,
  { phone, address }: Pick<Traveller, "phone" | "address">,
): CustomerDetails => ({ contactEmail, language, phone, address });

/** Reads the details by the rules of the customer's own change (`Account/update`). */
function readDetails(
  { phone, address, contactEmail, language }: Parameters<typeof correctCustomerHandler>[0]["request"]["details"],
  account: Account,
  holder: Traveller,
  network: LoadedNetwork,
  now: string,
): Result<{ preferences: Pick<Account, "contactEmail" | "theme" | "language">; person: Traveller }, CorrectionError> {
  const preferences = readPreferences({ contactEmail, language: language ?? undefined }, account, network);
  if (!preferences.ok) return preferences;
  const person = readPerson({ phone, address }, holder, network, now);
  // Names, birth date and status are not among what is read.
  if (!person.ok)
    return err(
      person.code === "PHONE_INVALID" || person.code === "FIELD_REQUIRED" ? person.code : "FIELD_INVALID",
      person.details,
    );
  const chosen = language === null ? null : preferences.value.language;
  return ok({ preferences: { ...preferences.value, language: chosen }, person: { ...holder, ...person.value } });
}

/** What differs between two states of the details, as the audit log says it. */
function changesOf(before: CustomerDetails, after: CustomerDetails): DetailsChange[] {
  const fields = [
    ["contact-email", before.contactEmail, after.contactEmail],
    ["phone", before.phone, after.phone],
    ["language", before.language, after.language],
    ["postal-address", inOneLine(before.address), inOneLine(after.address)],
  ] as const;
  return fields.flatMap(([field, was, is]) => (was === is ? [] : [{ field, before: was, after: is }]));
}

const inOneLine = (address: CustomerDetails["address"]): string | null =>
  address &&
  [address.addressRoute, `${address.addressPostalCode} ${address.addressCity}`, address.addressState]
    .filter((part) => part !== "")
    .join(", ");

/** Tells the addresses that the account had before what the staff corrected; one that asked for nothing can object. */
export async function notifyOfCorrection(
  tx: Tx,
  { deps, network }: { deps: Dependencies; network: LoadedNetwork },
  { id, email, contactEmail, guest, language }: Account,
  fields: CorrectedField[],
): Promise<void> {
  const at = deps.clock.iso();
  const former = fields.includes("contact-email") && contactEmail !== email ? contactEmail : null;
  for (const to of [email, former]) {
    if (to === null || to === "") continue;
    await queueEmail(tx, deps, {
      networkId: network.id,
      accountId: id,
      to,
      template: "details-corrected",
      language: language ?? network.language,
      values: { at, fields, guest },
      cause: `details-corrected-${deps.ids.uuid()}`,
    });
  }
}
