import type { CatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../shell/texts.tsx";

const tones = { open: undefined, awaiting: "wait", scheduled: "wait", published: "ok", discarded: "bad" } as const;

/** The state of a draft; a failed publication is marked. */
export function DraftStamp({ draft: { state, failedAt } }: { draft: Pick<CatalogueDraft, "state" | "failedAt"> }) {
  const t = useT();
  const tone = tones[state];
  if (failedAt !== null && state === "open") return <Stamp tone="bad">{t("catalogue.state.failed")}</Stamp>;
  return <Stamp {...(tone && { tone })}>{t(`catalogue.state.${state}`)}</Stamp>;
}

/** What a draft does to an item. */
export function ChangeStamp({ change }: { change: "added" | "changed" | "withdrawn" }) {
  const t = useT();
  const tone = { added: "ok", changed: "wait", withdrawn: "bad" } as const;
  return <Stamp tone={tone[change]}>{t(`catalogue.change.${change}`)}</Stamp>;
}
