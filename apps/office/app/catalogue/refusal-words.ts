import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { DraftRefusal } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { refusalText } from "../shell/refusals.ts";
import { useT } from "../shell/texts.tsx";

interface RefusedForm {
  code: ErrorCode;
  refusal: DraftRefusal | null;
  /** The field of a form of a draft that is missing or wrong. */
  field?: "name" | "reason" | "at" | "past" | "far" | null;
}

/** Says why a draft was not changed. undefined: it was not refused. */
export function useRefusal(answer: RefusedForm | undefined): string | undefined {
  const t = useT();
  if (answer === undefined) return undefined;
  const { code, refusal, field = null } = answer;
  if (refusal !== null) return t(`catalogue.refused.${refusal}`);
  if (field === null) return refusalText(t, code);
  if (field === "name" || field === "reason")
    return t("catalogue.fault", { field: t(`catalogue.${field}`), fault: t("catalogue.wrong.required") });
  return t(`catalogue.publish.wrong.${field}`);
}
