import type { DocumentReason, NeededDocument } from "@guichet/contract/documents.ts";
import type { Tone } from "@guichet/ui/ink.ts";
import type { Formats } from "../formats/formats.ts";
import type { Translate } from "../texts/texts.tsx";

export type NeededStatus = NeededDocument["status"];

const tones: Readonly<Partial<Record<NeededStatus, Tone>>> = {
  valid: "ok",
  pending: "wait",
  validating: "wait",
  refused: "bad",
  expired: "bad",
};
export const toneOf = (status: NeededStatus): Tone | undefined => tones[status];

/** Formats a document status in one or two words; a draft is not submitted yet. */
export function statusWords(t: Translate, { status, draft, document }: NeededDocument): string {
  const isDraft = status === "pending" && draft !== null && draft.documentId === document?.documentId;
  return isDraft ? t("documents.status.draft") : t(`documents.status.${status}`);
}

/** Formats the last day of validity: a document that expires at midnight is valid until the day before. */
export function goodUntil(t: Translate, formats: Formats, expiresAt: string | null): string {
  if (expiresAt === null) return t("documents.no-end");
  return t("documents.until", { day: formats.lastDayOf(expiresAt) });
}

export const reasonWords = (t: Translate, reason: DocumentReason): string => t(`documents.reason.${reason}`);
