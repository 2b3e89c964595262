import { Notice } from "@guichet/ui/notice.tsx";
import { useSearchParams } from "react-router";
import { useT } from "../shell/texts.tsx";

/** Confirmation of the last decision. */
export function TerminationFlash() {
  const t = useT();
  const [query] = useSearchParams();
  const done = (["matched", "refused"] as const).find((known) => known === query.get("done"));
  return done === undefined ? null : (
    <Notice tone="ok" role="status">
      {t(`terminations.done.${done}`)}
    </Notice>
  );
}
