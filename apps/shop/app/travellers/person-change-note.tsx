import { documentDecisionWorkingDays } from "@guichet/contract/limits/document-limits.ts";
import { useT } from "../texts/texts.tsx";

/** Explains, before saving, how a change of name or birth date affects documents, picture and status (decision 098). */
export function PersonChangeNote() {
  const t = useT();
  return <p className="small soft">{t("travellers.person-change", { days: documentDecisionWorkingDays })}</p>;
}
