import type { Language } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { isSamePerson, personChange } from "@guichet/rules/persons/persons.ts";
import { findAccount } from "../account-records/account-store.ts";
import { savePicture, saveTraveller, type Traveller } from "../account-records/traveller-store.ts";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { completeProvenPersons, type Reexamined, reexamineDocuments } from "../documents/reexamine-documents.ts";
import { queueEmail } from "../email/queue-email.ts";
import { deleteFile } from "../files/file-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { boundRecords } from "./bound-store.ts";

interface ChangeContext {
  deps: Dependencies;
  network: LoadedNetwork;
  /** The status is declared together with the names, so it is the new person's. */
  declaresStatus?: boolean;
}

/**
 * Changes a traveller's personal data and what depends on it (decision 098). Refused with PERSON_BOUND while a
 * subscription or a transport card names the person before. The caller has locked the traveller. Returns the saved traveller.
 */
export async function changePerson(
  tx: Tx,
  ctx: ChangeContext,
  current: Traveller,
  person: Traveller,
): Promise<Result<Traveller, "PERSON_BOUND">> {
  const allowed = await checkPersonChange(tx, current, person);
  return allowed.ok ? ok(await savePerson(tx, ctx, current, person)) : allowed;
}

/** Checks that no subscription or transport card is in the name of the person before. */
export async function checkPersonChange(
  db: Database | Tx,
  current: Traveller,
  person: Traveller,
): Promise<Result<true, "PERSON_BOUND">> {
  const reason = await bindingRecord(db, current, person);
  return reason === undefined ? ok(true) : err("PERSON_BOUND", { reason });
}

/**
 * Saves who a traveller is, without that check: from the federation (§6), or by staff after an examination of documents. Tickets
 * and cards keep the name that they were issued with.
 */
export async function savePerson(
  tx: Tx,
  ctx: ChangeContext,
  current: Traveller,
  person: Traveller,
): Promise<Traveller> {
  const change = personChange(current, person);
  if (change === "completed") await completeProvenPersons(tx, current.networkId, current, person);
  if (change !== "other") {
    await saveTraveller(tx, current.id, person);
    return person;
  }
  const statusEnded = current.tariffStatus !== null && !ctx.declaresStatus;
  const saved = { ...person, pictureId: null, tariffStatus: statusEnded ? null : person.tariffStatus };
  await saveTraveller(tx, current.id, saved);
  if (current.pictureId !== null) {
    await savePicture(tx, current.id, null);
    await deleteFile(tx, current.networkId, current.pictureId);
  }
  const reexamined = await reexamineDocuments(tx, ctx, saved);
  await notifyChange(tx, ctx, saved, { ...reexamined, statusEnded, pictureRemoved: current.pictureId !== null });
  return saved;
}

async function bindingRecord(
  db: Database | Tx,
  current: Traveller,
  person: Traveller,
): Promise<"subscription" | "card" | undefined> {
  const change = personChange(current, person);
  if (change === "same") return undefined;
  const { subscriptions, cards } = await boundRecords(db, current.networkId, current.id);
  // A change to the name on the card is always allowed.
  const misnamed = cards.filter(
    (card) => !isSamePerson(card, person) && (change === "other" || card.birthDate !== person.birthDate),
  );
  if (misnamed.length > 0) return "card";
  return change === "other" && subscriptions > 0 ? "subscription" : undefined;
}

/** Notifies the holder of what ended and what is examined again; sends nothing if nothing depended on the person. */
async function notifyChange(
  tx: Tx,
  { deps, network }: ChangeContext,
  { accountId, firstName, id }: Traveller,
  changes: Reexamined & { statusEnded: boolean; pictureRemoved: boolean },
): Promise<void> {
  const isUnaffected =
    changes.waiting.length === 0 && changes.ended.length === 0 && !changes.statusEnded && !changes.pictureRemoved;
  const account = await findAccount(tx, network.id, accountId);
  if (isUnaffected || account === undefined || account.email === "") return;
  const language: Language = account.language ?? network.language;
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId,
    to: account.email,
    template: "person-changed",
    language,
    values: { traveller: firstName, ...changes },
    cause: `person-changed-${id}-${deps.ids.uuid()}`,
  });
}
