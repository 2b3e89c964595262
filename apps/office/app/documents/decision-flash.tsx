import { Notice } from "@guichet/ui/notice.tsx";
import { useSearchParams } from "react-router";
import { useT } from "../shell/texts.tsx";

/** Confirmation of the decision on the previous submission. */
export function DecisionFlash() {
  const t = useT();
  const [query] = useSearchParams();
  const status = (["accepted", "refused", "to complete"] as const).find((known) => known === query.get("decided"));
  if (status === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {t("documents.decided", { number: query.get("number") ?? "", status: t(`documents.status.${status}`) })}
    </Notice>
  );
}
