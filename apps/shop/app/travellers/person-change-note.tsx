import { documentDecisionWorkingDays } from "@guichet/contract/limits/document-limits.ts";
import { useT } from "../texts/texts.tsx";

/** What a change of name or birth date does to documents, picture and status, before it is saved (decision 098). */
export function PersonChangeNote() {
  const t = useT();
  return <p className="small soft">{t("travellers.person-change", { days: documentDecisionWorkingDays })}</p>;
}
