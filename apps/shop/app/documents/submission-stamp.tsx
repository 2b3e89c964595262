import type { Submission } from "@guichet/contract/documents.ts";
import { AlertIcon, CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../texts/texts.tsx";

const looks = {
  pending: { tone: "wait", icon: <ClockIcon size="s" /> },
  processing: { tone: "wait", icon: <ClockIcon size="s" /> },
  accepted: { tone: "ok", icon: <CheckIcon size="s" /> },
  refused: { tone: "bad", icon: <AlertIcon size="s" /> },
  "to complete": { tone: "bad", icon: <AlertIcon size="s" /> },
  cancelled: {},
} as const;

/** Status of a submission (§4) in one or two words. */
export function SubmissionStamp({ status }: { status: Submission["status"] }) {
  const t = useT();
  const word = status === "to complete" ? "to-complete" : status;
  return <Stamp {...looks[status]}>{t(`documents.request.${word}`)}</Stamp>;
}
