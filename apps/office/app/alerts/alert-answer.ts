import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { alertAheadDaysMax, openAlertsMax } from "@guichet/contract/limits/alert-limits.ts";
import { AlertRefusal } from "@guichet/contract/office/alerts/alerts.ts";
import { useFormats } from "../shell/page-context.tsx";
import { refusalText } from "../shell/refusals.ts";
import { useT } from "../shell/texts.tsx";
import { alertFields } from "./typed-alert.ts";

/** The parts of an answer that say why. */
export function whyRefused(details: Readonly<Record<string, unknown>> | undefined) {
  const field = typeof details?.field === "string" ? details.field : null;
  return { field, refusal: AlertRefusal.safeParse(details?.reason).data ?? null };
}

/** Why a form was refused, with its field; null: it was not. */
export function useRefusal(answer: (ReturnType<typeof whyRefused> & { code: ErrorCode }) | undefined) {
  const t = useT();
  const formats = useFormats();
  if (answer === undefined) return null;
  const field = alertFields.find((one) => one === answer.field) ?? null;
  if (answer.refusal !== null)
    return { field: null, text: t(`alerts.refused.${answer.refusal}`, { count: formats.number(openAlertsMax) }) };
  if (field !== null) return { field, text: t(`alerts.wrong.${field}`, { days: formats.number(alertAheadDaysMax) }) };
  return { field: null, text: refusalText(t, answer.code) };
}
