import { officeResultsMax } from "@guichet/contract/limits/staff-limits.ts";
import { textIn } from "@guichet/contract/locales.ts";
import type {
  correctTraveller,
  FoundTraveller,
  findTravellers,
  getTraveller,
} from "@guichet/contract/office/travellers.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { readBirthDate } from "@guichet/rules/dates/birth-dates.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { normaliseEmail } from "@guichet/rules/persons/emails.ts";
import { readNames } from "@guichet/rules/persons/names.ts";
import { type Person, personOf } from "@guichet/rules/persons/persons.ts";
import { cardStateAt, formatCardNumber, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import { lockTraveller } from "../account-records/traveller-store.ts";
import { runTransaction } from "../database/transaction.ts";
import { currentDocuments } from "../documents/document-store.ts";
import { documentTypeOf } from "../documents/validity.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { kindOf } from "../network-registry/sign-in-providers.ts";
import { auditEntriesOn } from "../staff/audit-entry-store.ts";
import { correctPerson } from "./correct-person.ts";
import {
  cardsNamed,
  type FoundTravellerRow,
  findTravellerRows,
  namedTickets,
  staffTravellerRow,
  subscriptionsNamed,
  type TravellerQuery,
} from "./office-store.ts";

/** Limit of tickets and of audit entries of one traveller. */
const historyMax = 200;
const searchWordsMax = 5;

/** Handlers of the staff's calls about travellers (`Office/*`, decision 097). */
export const travellersOfficeHandlers: ModuleHandlers<"findTravellers" | "getTraveller" | "correctTraveller"> = {
  findTravellers: async (ctx) => findHandler(ctx),
  getTraveller: async (ctx) => getHandler(ctx),
  correctTraveller: async (ctx) => correctHandler(ctx),
};

const findHandler: Handler<typeof findTravellers> = async ({ deps, network, request }) => {
  const rows = await findTravellerRows(deps.db, network.id, readQuery(request.query), officeResultsMax + 1);
  return ok({
    travellers: rows.slice(0, officeResultsMax).map(foundTraveller),
    hasMore: rows.length > officeResultsMax,
  });
};

/** Reads the search box: a number in any grouping, an e-mail, or words. */
function readQuery(text: string): TravellerQuery {
  const number = normaliseCardNumber(text);
  if (/^\d{4,}$/.test(number)) return { by: "number", number };
  if (text.includes("@")) return { by: "email", email: normaliseEmail(text) };
  return { by: "words", words: text.split(/\s+/).slice(0, searchWordsMax) };
}

const foundTraveller = ({
  id,
  isHolder,
  isGuest,
  holderName,
  email,
  customerNumber,
  ...row
}: FoundTravellerRow): FoundTraveller => ({
  travellerId: id,
  ...personOf(row),
  isHolder,
  isGuest,
  holder: { name: holderName, email, customerNumber },
});

const getHandler: Handler<typeof getTraveller> = async ({ deps, network, request, language }) => {
  const { travellerId } = request;
  const row = isUuid(travellerId) ? await staffTravellerRow(deps.db, network.id, travellerId) : undefined;
  if (row === undefined) return err("NOT_FOUND");
  const now = deps.clock.iso();
  const { languages } = network.definition;
  const nameOf = (productId: string) => {
    const article = network.articleOfProduct.get(productId);
    return article === undefined ? productId : textIn(article.name, language, languages);
  };
  const typeName = (id: string) => {
    const type = documentTypeOf(network, id);
    return type === undefined ? id : textIn(type.name, language, languages);
  };
  const documents = await currentDocuments(deps.db, network.id, travellerId);
  const tickets = await namedTickets(deps.db, { networkId: network.id, travellerId, now, limit: historyMax });
  const cards = await cardsNamed(deps.db, network.id, travellerId);
  const subscriptions = await subscriptionsNamed(deps.db, network.id, travellerId);
  const { tariffStatus, hasPicture, providers } = row;
  return ok({
    traveller: {
      ...foundTraveller(row),
      tariffStatus,
      hasPicture,
      isSynchronised: providers.some((id) => kindOf(network, id) === "federation"),
      documents: documents.map(({ id, documentTypeId, status, provenPerson, expiresAt }) => ({
        documentId: id,
        name: typeName(documentTypeId),
        state: status,
        provenPerson: provenPerson === null ? null : personOf(provenPerson),
        expiresAt,
      })),
      tickets: tickets.map(({ id, productId, serial, traveller, cardId, validUntil }) => ({
        ticketId: id,
        name: nameOf(productId),
        serial,
        printedName: traveller === null ? "" : `${traveller.firstName} ${traveller.lastName}`.trim(),
        onCard: cardId !== null,
        validUntil,
      })),
      cards: cards.map(({ id, number, ...card }) => ({
        cardId: id,
        number: formatCardNumber(number),
        ...personOf(card),
        state: cardStateAt(card, now),
      })),
      subscriptions: subscriptions.map(({ productId, ...one }) => ({ ...one, name: nameOf(productId) })),
      acts: await auditEntriesOn(deps.db, network.id, travellerId, historyMax),
    },
  });
};

const correctHandler: Handler<typeof correctTraveller> = async ({ deps, network, request, session }) => {
  const { travellerId, seen, kind, reason, firstName, lastName, birthDate } = request;
  const row = isUuid(travellerId) ? await staffTravellerRow(deps.db, network.id, travellerId) : undefined;
  if (row === undefined) return err("NOT_FOUND");
  const today = dayIn(deps.clock.iso(), network.definition.timeZone);
  const result = await runTransaction(deps.db, async (tx) => {
    const locked = await lockTraveller(tx, network.id, row.accountId, travellerId);
    if (locked === undefined) return err("NOT_FOUND");
    // Somebody else changed the traveller since the page was shown, so the decision was about another person.
    if (!isIdentical(locked, seen)) return err("PERSON_CHANGED");
    const names = readNames({ firstName, lastName });
    if (!names.ok) return names;
    const readDate = birthDate === null ? ok(null) : readBirthDate(birthDate, today);
    if (!readDate.ok) return readDate;
    const person = { ...locked, ...names.value, birthDate: readDate.value };
    if (isIdentical(locked, person)) return err("FIELD_INVALID", { field: "firstName" });
    return correctPerson(tx, { deps, network }, { held: locked, person }, { kind, staffId: session.staffId, reason });
  });
  if (result.ok) deps.wake();
  return result;
};

/** Whether two persons are identical in every character. */
const isIdentical = (a: Person, b: Person): boolean =>
  a.firstName === b.firstName && a.lastName === b.lastName && a.birthDate === b.birthDate;
