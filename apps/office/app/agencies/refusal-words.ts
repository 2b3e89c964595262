import { agencyClosingDaysMax } from "@guichet/contract/limits/agency-limits.ts";
import { collectMovesMax } from "@guichet/contract/limits/order-limits.ts";
import { useFormats } from "../shell/page-context.tsx";
import { refusalText } from "../shell/refusals.ts";
import { useT } from "../shell/texts.tsx";
import type { AgencyAnswer } from "./change-agency.ts";
import { agencyFields, fieldRange } from "./typed-agency.ts";

const formFields = [...agencyFields, "from", "until", "reason"] as const;

/** Why a form was refused, with its field. null: it was not, or the promises are shown first. */
export function useRefusal(answer: Pick<AgencyAnswer, "code" | "refusal" | "field" | "preview"> | undefined) {
  const t = useT();
  const formats = useFormats();
  if (answer === undefined) return null;
  const { code, refusal, preview } = answer;
  if (refusal !== null)
    return { field: null, text: t(`agencies.refused.${refusal}`, { max: formats.number(collectMovesMax) }) };
  if (preview !== null) return null;
  const field = formFields.find((one) => one === answer.field);
  if (field === undefined) return { field: null, text: refusalText(t, code) };
  const name = t(`agencies.field.${field}`);
  if (code === "FIELD_REQUIRED") return { field, text: t("agencies.missing", { field: name }) };
  const range =
    field in fieldRange ? fieldRange[field as keyof typeof fieldRange] : { min: 0, max: agencyClosingDaysMax };
  const limits = { min: formats.number(range.min), max: formats.number(range.max) };
  return { field, text: t(`agencies.wrong.${field === "reason" ? "label" : field}`, limits) };
}
