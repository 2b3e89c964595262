import { documentDecisionWorkingDays, documentReminderDays } from "@guichet/contract/limits/document-limits.ts";
import { dayIn } from "./dates/days.ts";
import { addWorkingDays, type PublicHolidays } from "./dates/working-days.ts";
import type { StateMachine, TransitionOf } from "./state-machine.ts";

/** Paperwork status on the wire (§3). */
export type DocumentStatus = "PENDING" | "VALIDATING" | "VALID" | "INVALID";

export const documentMachine = {
  states: ["PENDING", "VALIDATING", "VALID", "INVALID"],
  births: { upload: "PENDING", qualify: "VALID" },
  transitions: {
    examine: { from: ["PENDING"], to: "VALIDATING" },
    accept: { from: ["VALIDATING"], to: "VALID" },
    refuse: { from: ["VALIDATING"], to: "INVALID" },
    // The traveller became another person (decision 098): staff examine again, or a provider's confirmation ends.
    reexamine: { from: ["VALID"], to: "VALIDATING" },
    end: { from: ["VALID"], to: "INVALID" },
  },
} as const satisfies StateMachine<DocumentStatus, string, string>;

export type DocumentTransition = TransitionOf<typeof documentMachine>;

/** A document with its history besides the examination. */
export interface StoredDocument {
  documentTypeId: string;
  status: DocumentStatus;
  createdAt: string;
  expiresAt: string | null;
  replaced: boolean;
  deleted: boolean;
}

/** Displayed status of a document (§4). */
export type ShownDocumentStatus = "pending" | "validating" | "valid" | "refused" | "expired" | "modified" | "deleted";

const shown: Readonly<Record<DocumentStatus, ShownDocumentStatus>> = {
  PENDING: "pending",
  VALIDATING: "validating",
  VALID: "valid",
  INVALID: "refused",
};

export function shownDocumentStatus(document: StoredDocument, now: string): ShownDocumentStatus {
  if (document.deleted) return "deleted";
  if (document.replaced) return "modified";
  const expired = document.expiresAt !== null && Date.parse(now) >= Date.parse(document.expiresAt);
  return document.status === "VALID" && expired ? "expired" : shown[document.status];
}

/** Selects the relevant document of each type (§4): the valid one, the latest of several, otherwise the latest created. */
export function documentsThatCount<D extends StoredDocument>(documents: readonly D[], now: string): D[] {
  const counting = new Map<string, D>();
  const rank = (document: D) => Number(shownDocumentStatus(document, now) === "valid");
  for (const document of documents) {
    const other = counting.get(document.documentTypeId);
    if (document.deleted || document.replaced) continue;
    const wins =
      other === undefined ||
      rank(document) > rank(other) ||
      (rank(document) === rank(other) && Date.parse(document.createdAt) > Date.parse(other.createdAt));
    if (wins) counting.set(document.documentTypeId, document);
  }
  return [...counting.values()];
}

/** A document as needed for a sale, neither deleted nor replaced. */
export interface CoveringDocument {
  documentTypeId: string;
  status: DocumentStatus;
  expiresAt: string | null;
}

/**
 * Status of a traveller's documents of one type at an instant (purchase, or start of the ticket): `valid` if any document
 * of the type is, `over` if one was accepted or refused but is not valid, otherwise `missing`.
 */
export function documentStatus(
  documents: readonly CoveringDocument[],
  documentTypeId: string | null,
  instants: readonly string[],
): "valid" | "over" | "missing" {
  const ofType = documents.filter((document) => documentTypeId === null || document.documentTypeId === documentTypeId);
  const covers = ({ status, expiresAt }: CoveringDocument) =>
    status === "VALID" && instants.every((at) => expiresAt === null || Date.parse(at) < Date.parse(expiresAt));
  if (ofType.some(covers)) return "valid";
  const underWay = ofType.some(({ status }) => status === "PENDING" || status === "VALIDATING");
  return ofType.length === 0 || underWay ? "missing" : "over";
}

/** Day of the expected decision (§4 "about two days"): two working days after an instant's day in the network's time zone, without Sundays and public holidays. */
export const expectedDecision = (now: string, timeZone: string, holidays: PublicHolidays): string =>
  addWorkingDays(dayIn(now, timeZone), documentDecisionWorkingDays, holidays);

/** Time of the reminder before a document expires; null: it expires too soon for one. */
export function reminderOf(expiresAt: string | null, now: string): string | null {
  if (expiresAt === null) return null;
  const at = new Date(Date.parse(expiresAt) - documentReminderDays * 86_400_000);
  return at.getTime() > Date.parse(now) ? at.toISOString() : null;
}

export type ApplicationStatus = "pending" | "processing" | "accepted" | "refused" | "to complete" | "cancelled";

/** States of a submission of documents (§4 "Application statuses"). */
export const applicationMachine = {
  states: ["pending", "processing", "accepted", "refused", "to complete", "cancelled"],
  births: { submit: "pending" },
  transitions: {
    examine: { from: ["pending"], to: "processing" },
    accept: { from: ["processing"], to: "accepted" },
    refuse: { from: ["processing"], to: "refused" },
    askForMore: { from: ["processing"], to: "to complete" },
    resubmit: { from: ["to complete"], to: "pending" },
    cancel: { from: ["pending", "to complete"], to: "cancelled" },
  },
} as const satisfies StateMachine<ApplicationStatus, string, string>;

export type ApplicationTransition = TransitionOf<typeof applicationMachine>;

/** Whether a submission is listed as current, not as past. */
export const isCurrentApplication = (status: ApplicationStatus): boolean =>
  status === "pending" || status === "processing" || status === "to complete";
