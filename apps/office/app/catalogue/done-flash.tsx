import { Notice } from "@guichet/ui/notice.tsx";
import { useSearchParams } from "react-router";
import { useT } from "../shell/texts.tsx";

const outcomes = [
  ...(["added", "renamed", "discarded", "published", "scheduled", "awaiting", "refused", "reopened"] as const),
  ...(["reverted", "saved", "withdraw", "restore", "moved"] as const),
] as const;

/** Confirmation of the last action. */
export function DoneFlash() {
  const t = useT();
  const [query] = useSearchParams();
  const done = outcomes.find((one) => one === query.get("done"));
  if (done === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {t(`catalogue.done.${done}`)}
    </Notice>
  );
}
