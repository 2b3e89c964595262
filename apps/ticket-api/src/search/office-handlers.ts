import { searchResultsMax } from "@guichet/contract/limits/staff-limits.ts";
import {
  type SearchGroup,
  type SearchKind,
  type SearchResult,
  type SearchScreen,
  type searchOffice,
  searchScreenPermissions,
} from "@guichet/contract/office/search.ts";
import { ok } from "@guichet/contract/result.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { type SearchKeys, searchKeys } from "@guichet/rules/search/search-keys.ts";
import { formatCardNumber } from "@guichet/rules/transport-cards.ts";
import { check } from "@guichet/ticket-code/ticket-code.ts";
import type { Database } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { findPeople } from "./find-people.ts";
import * as numbers from "./number-store.ts";
import { customersByNumber } from "./people-store.ts";
import type { ResultRow } from "./result-store.ts";

/** Handler of the search of the office (`Office/search`, decision 161). */
export const searchOfficeHandlers: ModuleHandlers<"searchOffice"> = {
  searchOffice: async (ctx) => searchHandler(ctx),
};

/** One row more than is shown: whether there are more. */
const limit = searchResultsMax + 1;

type Found = { rows: (ResultRow & { screen: SearchScreen })[]; isUnique: boolean };

const searchHandler: Handler<typeof searchOffice> = async ({ deps, network, request, session }) => {
  const roles = session.roles[network.id] ?? [];
  const may = (screen: SearchScreen) => hasPermission(roles, searchScreenPermissions[screen]);
  const year = Number(deps.clock.iso().slice(0, 4));
  const keys = searchKeys(request.q, { networkId: network.id, year });
  const groups: SearchGroup[] = [];
  let isUnique = true;
  for (const [kind, found] of await findEach(deps, network.id, keys, may)) {
    if (found.rows.length === 0) continue;
    isUnique &&= found.isUnique;
    groups.push({
      kind,
      results: found.rows.slice(0, searchResultsMax).map(resultOf),
      hasMore: found.rows.length > searchResultsMax,
    });
  }
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return ok({ groups, isExact: count === 1 && isUnique });
};

/** Looks up each kind that the text may be and that the roles may see. */
async function findEach(
  deps: Dependencies,
  networkId: string,
  keys: SearchKeys,
  may: (screen: SearchScreen) => boolean,
): Promise<[SearchKind, Found][]> {
  const { db } = deps;
  const found: [SearchKind, Found][] = [];
  const look = async <Key>(
    kind: SearchKind,
    screen: SearchScreen,
    key: Key | null,
    find: (db: Database, networkId: string, key: Key, limit: number) => Promise<ResultRow[]>,
    isUnique = true,
  ) => {
    if (key === null || !may(screen)) return;
    const rows = await find(db, networkId, key, limit);
    found.push([kind, { rows: rows.map((row) => ({ ...row, screen })), isUnique }]);
  };
  const { paymentReference: reference, id } = keys;
  await look("order", "order", keys.orderNumbers.length === 0 ? null : keys.orderNumbers, numbers.ordersByNumber);
  await look("invoice", "order", keys.invoice, numbers.invoicesByNumber);
  await look("payment", "order", (reference ?? id) ? { reference, id } : null, numbers.ordersByPayment);
  await look(
    "mandate",
    "order",
    keys.mandateReferences.length === 0 ? null : keys.mandateReferences,
    numbers.ordersByMandate,
  );
  await look("voucher", "order", keys.voucherCode, numbers.ordersByVoucher, false);
  found.push(["ticket", await findTickets(deps, networkId, keys, may)]);
  if (may("traveller")) {
    const byNumber =
      keys.customerNumber === null ? [] : await customersByNumber(db, networkId, keys.customerNumber, limit);
    const byName = await findPeople(db, keys, { networkId, isHolder: true, limit });
    const known = new Set(byNumber.map((row) => row.id));
    const rows = [...byNumber, ...byName.filter((row) => !known.has(row.id))].slice(0, limit);
    found.push([
      "customer",
      { rows: rows.map((row) => ({ ...row, screen: "customer" })), isUnique: byName.length === 0 },
    ]);
    const others = await findPeople(db, keys, { networkId, isHolder: false, limit });
    found.push(["traveller", { rows: others.map((row) => ({ ...row, screen: "traveller" })), isUnique: false }]);
  }
  await look("card", "card", keys.cardNumber, async (...by) =>
    (await numbers.cardsByNumber(...by)).map((row) => ({ ...row, number: formatCardNumber(row.number ?? "") })),
  );
  await look("submission", "submission", keys.submissionNumber, numbers.submissionsByNumber);
  await look("termination", "termination", keys.terminationReference, numbers.terminationsByReference);
  return found;
}

/** A ticket leads to its order; who may not see orders finds its traveller. A barcode counts only with a valid signature. */
async function findTickets(
  { db, keys: signing, clock }: Dependencies,
  networkId: string,
  { serial, barcode, id }: SearchKeys,
  may: (screen: SearchScreen) => boolean,
): Promise<Found> {
  const ticketId =
    barcode === null ? id : signedTicketId(barcode, { keys: signing.ticketKeys(), now: clock.iso() }, networkId);
  if ((serial ?? ticketId) === null) return { rows: [], isUnique: true };
  const tickets = await numbers.ticketsByNumber(db, networkId, { serial, id: ticketId }, limit);
  const rows = tickets.flatMap(({ travellerId, ...row }): Found["rows"] => {
    if (may("order")) return [{ ...row, screen: "order" }];
    return may("traveller") && travellerId !== null ? [{ ...row, id: travellerId, screen: "traveller" }] : [];
  });
  return { rows, isUnique: true };
}

function signedTicketId(
  code: string,
  by: Pick<Parameters<typeof check>[1], "keys" | "now">,
  network: string,
): string | null {
  const checked = check(code, { ...by, network });
  if (!("ticket" in checked) || checked.status === "other-network") return null;
  return isUuid(checked.ticket.ticketId) ? checked.ticket.ticketId : null;
}

function resultOf({ amount, currency, ...row }: Found["rows"][number]): SearchResult {
  const { screen, id, number, name, email, state, at } = row;
  const total = amount === null || currency === null ? null : { amount, currency };
  return { screen, id, number, name, email, state, at, total };
}
