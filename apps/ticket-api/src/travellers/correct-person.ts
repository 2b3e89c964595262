import type { Language } from "@guichet/contract/locales.ts";
import type { AuditChange } from "@guichet/contract/office/audit-log.ts";
import type { CorrectionKind } from "@guichet/contract/office/travellers.ts";
import { ok, type Result } from "@guichet/contract/result.ts";
import { isSamePerson, personOf } from "@guichet/rules/persons/persons.ts";
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

/** Limit of tickets per traveller; nobody has as many. */
const ticketsMax = 1_000;

interface CorrectionContext {
  deps: Dependencies;
  network: LoadedNetwork;
}

interface Correction {
  kind: CorrectionKind;
  staffId: string;
  reason: string;
}

/** What was renamed; `cards`: the printed name is still the former one. */
export interface Corrected {
  documents: number;
  tickets: number;
  cards: number;
}

/**
 * Corrects who a traveller is, by staff who examined documents (decision 097), and notifies the customer. The same person keeps
 * everything under the corrected name. A different person is treated as the customer's own change: refused with PERSON_BOUND while a
 * card or subscription is bound. The caller has locked the traveller.
 */
export async function correctPerson(
  tx: Tx,
  ctx: CorrectionContext,
  { held: before, person }: { held: Traveller; person: Traveller },
  { kind, staffId, reason }: Correction,
): Promise<Result<Corrected, "PERSON_BOUND">> {
  const { deps, network } = ctx;
  let corrected: Corrected = { documents: 0, tickets: 0, cards: 0 };
  if (kind === "same-person") {
    corrected = await renamePerson(tx, ctx, { held: before, person }, { staffId, reason });
  } else {
    const changed = await changePerson(tx, ctx, before, person);
    if (!changed.ok) return changed;
  }
  const { accountId, id: thing } = before;
  await recordAuditEntry(tx, deps, {
    ...{ networkId: network.id, staffId, thing, accountId },
    act: kind === "same-person" ? "traveller.correct" : "traveller.change",
    reason: `${describePerson(before)} → ${describePerson(person)}: ${reason}`,
    changes: changesOf(before, person),
  });
  await notifyCorrection(tx, ctx, { held: before, person }, { kind, ...corrected });
  return ok(corrected);
}

/** What the audit log says about a corrected person. */
function changesOf(before: Traveller, after: Traveller): AuditChange[] {
  const fields = [
    ["first-name", before.firstName, after.firstName],
    ["last-name", before.lastName, after.lastName],
    ["birth-date", before.birthDate, after.birthDate],
  ] as const;
  return fields.flatMap(([field, was, is]) => (was === is ? [] : [{ field, before: was, after: is }]));
}

const describePerson = ({ firstName, lastName, birthDate }: Traveller): string =>
  [firstName, lastName, birthDate].filter(Boolean).join(" ");

/** Renames documents, tickets and cards of the person; documents proven for somebody else stay unchanged. */
async function renamePerson(
  tx: Tx,
  { deps, network }: CorrectionContext,
  { held: before, person }: { held: Traveller; person: Traveller },
  { staffId, reason }: Omit<Correction, "kind">,
): Promise<Corrected> {
  const now = deps.clock.iso();
  await saveTraveller(tx, before.id, person);
  const proven = (await currentDocuments(tx, network.id, before.id)).filter(
    ({ provenPerson }) => provenPerson !== null && isSamePerson(provenPerson, before),
  );
  await saveProvenPerson(
    tx,
    proven.map(({ id }) => id),
    personOf(person),
  );
  const selection = { networkId: network.id, travellerId: before.id, now, limit: ticketsMax, hold: true };
  const tickets = (await namedTickets(tx, selection)).filter(
    ({ traveller }) => traveller !== null && isSamePerson(traveller, before),
  );
  for (const { article, ...ticket } of tickets) {
    const named = { ...ticket, traveller: personOf(person) };
    const code = ticket.code === null ? null : ticketCodeOf(deps, named, article, network.definition.timeZone);
    await renameTicket(tx, ticket.id, personOf(person), code);
  }
  const cards = (await cardsNamed(tx, network.id, before.id)).filter(
    (card) => isSamePerson(card, before) && !hasSameName(card, person),
  );
  for (const { id } of cards) {
    await renameCard(tx, id, personOf(person));
    const entry = { networkId: network.id, staffId, accountId: before.accountId, reason };
    await recordAuditEntry(tx, deps, { ...entry, act: "card.rename", thing: id });
  }
  return { documents: proven.length, tickets: tickets.length, cards: cards.length };
}

const hasSameName = (a: Pick<Traveller, "firstName" | "lastName">, b: typeof a): boolean =>
  a.firstName === b.firstName && a.lastName === b.lastName;

/** Notifies the holder of the traveller's new name and what follows. */
async function notifyCorrection(
  tx: Tx,
  { deps, network }: CorrectionContext,
  { held: before, person }: { held: Traveller; person: Traveller },
  correction: Corrected & { kind: CorrectionKind },
): Promise<void> {
  const account = await findAccount(tx, network.id, before.accountId);
  if (account === undefined || account.email === "") return;
  const language: Language = account.language ?? network.language;
  const name = ({ firstName, lastName }: Traveller) => `${firstName} ${lastName}`.trim();
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: before.accountId,
    to: account.email,
    template: "person-corrected",
    language,
    values: { before: name(before), traveller: name(person), birthDate: person.birthDate, ...correction },
    cause: `person-corrected-${before.id}-${deps.ids.uuid()}`,
  });
}
