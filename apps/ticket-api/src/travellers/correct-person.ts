import type { Language } from "@guichet/contract/locales.ts";
import type { CorrectionKind } from "@guichet/contract/office/travellers.ts";
import { ok, type Result } from "@guichet/contract/result.ts";
import { isSamePerson, personOf } from "@guichet/rules/persons.ts";
import { findAccount } from "../account-records/account-store.ts";
import { saveTraveller, type Traveller } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { currentDocuments, saveProvenPerson } from "../documents/document-store.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { ticketCodeOf } from "../wallet/ticket-code.ts";
import { changePerson } from "./change-person.ts";
import { cardsNamed, namedTickets, renameCard, renameTicket } from "./office-store.ts";

/** Of one traveller; nobody has as many. */
const ticketsMax = 1_000;

interface Reach {
  deps: Dependencies;
  network: LoadedNetwork;
}

interface Correction {
  kind: CorrectionKind;
  staffId: string;
  reason: string;
}

/** What bears the corrected name from now on; `cards`: their print bears the former one. */
export interface Corrected {
  documents: number;
  tickets: number;
  cards: number;
}

/**
 * Corrects who a traveller is, by staff who saw papers (decision 097), and tells the customer. The same person keeps everything, under
 * the right name. Another person is the customer's own change: refused with PERSON_BOUND while a card or subscription is bound. The
 * traveller is held by the caller.
 */
export async function correctPerson(
  tx: Tx,
  reach: Reach,
  { held, person }: { held: Traveller; person: Traveller },
  { kind, staffId, reason }: Correction,
): Promise<Result<Corrected, "PERSON_BOUND">> {
  const { deps, network } = reach;
  let corrected: Corrected = { documents: 0, tickets: 0, cards: 0 };
  if (kind === "same-person") {
    corrected = await sameWithName(tx, reach, { held, person }, { staffId, reason });
  } else {
    const changed = await changePerson(tx, reach, held, person);
    if (!changed.ok) return changed;
  }
  const { accountId, id: thing } = held;
  await recordAuditEntry(tx, deps, {
    ...{ networkId: network.id, staffId, thing, accountId },
    act: kind === "same-person" ? "traveller.correct" : "traveller.change",
    reason: `${wordsOf(held)} → ${wordsOf(person)}: ${reason}`,
  });
  await notifyCorrection(tx, reach, { held, person }, { kind, ...corrected });
  return ok(corrected);
}

const wordsOf = ({ firstName, lastName, birthDate }: Traveller): string =>
  [firstName, lastName, birthDate].filter(Boolean).join(" ");

/** Rights, tickets and cards of the person go over to the corrected name; what was proven for somebody else stays theirs. */
async function sameWithName(
  tx: Tx,
  { deps, network }: Reach,
  { held, person }: { held: Traveller; person: Traveller },
  { staffId, reason }: Omit<Correction, "kind">,
): Promise<Corrected> {
  const now = deps.clock.iso();
  await saveTraveller(tx, held.id, person);
  const proven = (await currentDocuments(tx, network.id, held.id)).filter(
    ({ provenPerson }) => provenPerson !== null && isSamePerson(provenPerson, held),
  );
  await saveProvenPerson(
    tx,
    proven.map(({ id }) => id),
    personOf(person),
  );
  const of = { networkId: network.id, travellerId: held.id, now, limit: ticketsMax, hold: true };
  const tickets = (await namedTickets(tx, of)).filter(
    ({ traveller }) => traveller !== null && isSamePerson(traveller, held),
  );
  for (const { article, ...ticket } of tickets) {
    const named = { ...ticket, traveller: personOf(person) };
    const code = ticket.code === null ? null : ticketCodeOf(deps, named, article, network.definition.timeZone);
    await renameTicket(tx, ticket.id, personOf(person), code);
  }
  const cards = (await cardsNamed(tx, network.id, held.id)).filter(
    (card) => isSamePerson(card, held) && !isExactly(card, person),
  );
  for (const { id } of cards) {
    await renameCard(tx, id, personOf(person));
    const act = { networkId: network.id, staffId, accountId: held.accountId, reason };
    await recordAuditEntry(tx, deps, { ...act, act: "card.rename", thing: id });
  }
  return { documents: proven.length, tickets: tickets.length, cards: cards.length };
}

const isExactly = (a: Pick<Traveller, "firstName" | "lastName">, b: typeof a): boolean =>
  a.firstName === b.firstName && a.lastName === b.lastName;

/** Writes to the holder who the traveller is now, and what follows. */
async function notifyCorrection(
  tx: Tx,
  { deps, network }: Reach,
  { held, person }: { held: Traveller; person: Traveller },
  told: Corrected & { kind: CorrectionKind },
): Promise<void> {
  const account = await findAccount(tx, network.id, held.accountId);
  if (account === undefined || account.email === "") return;
  const language: Language = account.language ?? network.language;
  const name = ({ firstName, lastName }: Traveller) => `${firstName} ${lastName}`.trim();
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: held.accountId,
    to: account.email,
    template: "person-corrected",
    language,
    values: { before: name(held), traveller: name(person), birthDate: person.birthDate, ...told },
    cause: `person-corrected-${held.id}-${deps.ids.uuid()}`,
  });
}
