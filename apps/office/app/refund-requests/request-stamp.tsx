import { RefundRequestState } from "@guichet/contract/refund-requests.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useSearchParams } from "react-router";
import { useT } from "../shell/texts.tsx";

const tones: Readonly<Record<RefundRequestState, "ok" | "wait" | "bad">> = {
  pending: "wait",
  confirming: "wait",
  accepted: "ok",
  refused: "bad",
  withdrawn: "bad",
  closed: "bad",
};

/** The state of a refund request. */
export function RequestStamp({ state }: { state: RefundRequestState }) {
  const t = useT();
  return <Stamp tone={tones[state]}>{t(`refund-requests.state.${state}`)}</Stamp>;
}

/** Confirmation of the decision about the previous request. */
export function RequestDone() {
  const t = useT();
  const [query] = useSearchParams();
  const state = RefundRequestState.extract(["accepted", "confirming", "refused"]).safeParse(query.get("decided")).data;
  if (state === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {t(`refund-requests.decided.${state}`)}
    </Notice>
  );
}
