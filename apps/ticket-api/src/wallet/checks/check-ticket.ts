import type { Language } from "@guichet/contract/languages.ts";
import { otherChecksMax, repeatedCheckMinutes } from "@guichet/contract/limits/ticket-check-limits.ts";
import { textIn } from "@guichet/contract/locales.ts";
import type { CheckedTicket, TicketCheckResult } from "@guichet/contract/office/ticket-checks.ts";
import { type Finding, findingOfCode, findingOfTicket, isBlockable } from "@guichet/rules/inspection/ticket-checks.ts";
import { ticketSerial } from "@guichet/rules/search/search-keys.ts";
import { check } from "@guichet/ticket-code/ticket-code.ts";
import { later, minutesMs } from "../../clock.ts";
import type { Dependencies } from "../../dependencies.ts";
import { isUuid } from "../../ids.ts";
import type { LoadedNetwork } from "../../network-registry/registry.ts";
import { type InspectedRow, insertTicketCheck, inspectedTicket, otherChecksOf } from "./ticket-check-store.ts";

/** A check as its device made it. */
export interface MadeCheck {
  checkId: string;
  /** The content of a barcode, or a serial number. */
  text: string;
  /** When it was made. */
  at: string;
  isOffline: boolean;
  staffId: string;
}

type Inspected = { finding: Finding; row: InspectedRow | undefined };

/** Checks a ticket as of the instant of the check, and records that, once per `checkId`. */
export async function checkTicketAt(
  deps: Dependencies,
  network: LoadedNetwork,
  language: Language,
  { checkId, text, at, isOffline, staffId }: MadeCheck,
): Promise<TicketCheckResult> {
  const { finding, row } = await inspect(deps, network, text, at);
  const result = { checkId, checkedAt: at, outcome: finding.outcome, reasons: finding.reasons };
  if (row === undefined) return { ...result, ticket: null, otherChecks: [] };
  const recorded = { id: checkId, networkId: network.id, ticketId: row.id, staffId, isOffline, checkedAt: at };
  await insertTicketCheck(deps.db, { ...recorded, outcome: finding.outcome, recordedAt: deps.clock.iso() });
  const around = {
    from: later(new Date(at), -minutesMs(repeatedCheckMinutes)).toISOString(),
    until: later(new Date(at), minutesMs(repeatedCheckMinutes)).toISOString(),
    limit: otherChecksMax,
  };
  const otherChecks = await otherChecksOf(deps.db, { ticketId: row.id, except: checkId }, around);
  return { ...result, ticket: ticketIn(row, network, language), otherChecks };
}

/** A barcode counts only with a valid signature; what happened to its ticket since then is looked up. */
async function inspect(deps: Dependencies, network: LoadedNetwork, text: string, at: string): Promise<Inspected> {
  const checked = check(text, { keys: deps.keys.ticketKeys(), now: at, network: network.id });
  if (checked.status === "malformed") {
    const serial = ticketSerial(text);
    if (serial === null) return { finding: findingOfCode(checked), row: undefined };
    return found(await inspectedTicket(deps.db, network.id, { id: null, serial }, at), at);
  }
  if (!("ticket" in checked) || checked.status === "other-network") {
    return { finding: findingOfCode(checked), row: undefined };
  }
  const { ticketId } = checked.ticket;
  const id = isUuid(ticketId) ? ticketId : null;
  return found(await inspectedTicket(deps.db, network.id, { id, serial: null }, at), at);
}

const found = (row: InspectedRow | undefined, at: string): Inspected =>
  row === undefined
    ? { finding: { outcome: "unknown", reasons: ["not-found"] }, row }
    : { finding: findingOfTicket(row, at), row };

function ticketIn(row: InspectedRow, network: LoadedNetwork, language: Language): CheckedTicket {
  const { traveller, validFrom, validUntil, useBefore, tripUntil, tripsLeft, blockedFor, serial } = row;
  return {
    ticketId: row.id,
    serial,
    name: textIn(row.article.name, language, network.definition.languages),
    traveller: traveller === null ? null : `${traveller.firstName} ${traveller.lastName}`.trim(),
    birthDate: traveller?.birthDate ?? null,
    validFrom,
    validUntil,
    useBefore,
    tripUntil,
    tripsLeft,
    blockedFor: row.status === "blocked" ? blockedFor : [],
    isBlockable: isBlockable(row.status, blockedFor),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
  };
}
