import type { Language } from "@guichet/contract/locales.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { isSamePerson, personChange } from "@guichet/rules/persons.ts";
import { findAccount } from "../account-records/account-store.ts";
import { savePicture, saveTraveller, type Traveller } from "../account-records/traveller-store.ts";
import type { Database, Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { completeProofs, type Reexamined, reexamineDocuments } from "../documents/reexamine-documents.ts";
import { queueEmail } from "../email/queue-email.ts";
import { deleteFile } from "../files/file-store.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { boundThings } from "./bound-store.ts";

interface Reach {
  deps: Dependencies;
  network: LoadedNetwork;
  /** A status that is declared together with the names is the new person's. */
  declaresStatus?: boolean;
}

/**
 * Changes what a traveller says of themselves, and what hangs on who it is (decision 098): refused with PERSON_BOUND while a
 * subscription or a transport card names somebody else. The traveller is held by the caller; answers it as it is kept.
 */
export async function changePerson(
  tx: Tx,
  reach: Reach,
  held: Traveller,
  person: Traveller,
): Promise<Result<Traveller, "PERSON_BOUND">> {
  const allowed = await mayBecome(tx, held, person);
  return allowed.ok ? ok(await savePerson(tx, reach, held, person)) : allowed;
}

/** May a traveller become this person, or does a subscription or a transport card stand in the name of the one before? */
export async function mayBecome(
  db: Database | Tx,
  held: Traveller,
  person: Traveller,
): Promise<Result<true, "PERSON_BOUND">> {
  const reason = await boundBy(db, held, person);
  return reason === undefined ? ok(true) : err("PERSON_BOUND", { reason });
}

/**
 * Takes over who a traveller is, whatever hangs on it: what the federation says (§6), or staff after looking at papers. Tickets
 * and cards keep the name that they were made with.
 */
export async function savePerson(tx: Tx, reach: Reach, held: Traveller, person: Traveller): Promise<Traveller> {
  const change = personChange(held, person);
  if (change === "completed") await completeProofs(tx, held.networkId, held, person);
  if (change !== "other") {
    await saveTraveller(tx, held.id, person);
    return person;
  }
  const statusEnded = held.tariffStatus !== null && !reach.declaresStatus;
  const kept = { ...person, pictureId: null, tariffStatus: statusEnded ? null : person.tariffStatus };
  await saveTraveller(tx, held.id, kept);
  if (held.pictureId !== null) {
    await savePicture(tx, held.id, null);
    await deleteFile(tx, held.networkId, held.pictureId);
  }
  const reexamined = await reexamineDocuments(tx, reach, kept);
  await notifyChange(tx, reach, kept, { ...reexamined, statusEnded, pictureRemoved: held.pictureId !== null });
  return kept;
}

async function boundBy(
  db: Database | Tx,
  held: Traveller,
  person: Traveller,
): Promise<"subscription" | "card" | undefined> {
  const change = personChange(held, person);
  if (change === "same") return undefined;
  const { subscriptions, cards } = await boundThings(db, held.networkId, held.id);
  // The person whom the card was made for may always be named rightly.
  const misnamed = cards.filter(
    (card) => !isSamePerson(card, person) && (change === "other" || card.birthDate !== person.birthDate),
  );
  if (misnamed.length > 0) return "card";
  return change === "other" && subscriptions > 0 ? "subscription" : undefined;
}

/** Writes to the holder what ended and what is looked at again; nothing when nothing was bound to the person. */
async function notifyChange(
  tx: Tx,
  { deps, network }: Reach,
  { accountId, firstName, id }: Traveller,
  told: Reexamined & { statusEnded: boolean; pictureRemoved: boolean },
): Promise<void> {
  const nothing = told.waiting.length === 0 && told.ended.length === 0 && !told.statusEnded && !told.pictureRemoved;
  const account = await findAccount(tx, network.id, accountId);
  if (nothing || account === undefined || account.email === "") return;
  const language: Language = account.language ?? network.language;
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId,
    to: account.email,
    template: "person-changed",
    language,
    values: { traveller: firstName, ...told },
    cause: `person-changed-${id}-${deps.ids.uuid()}`,
  });
}
