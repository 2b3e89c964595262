import type { CardFileFault } from "@guichet/contract/office/cards/card-stock.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { CardFileFaults } from "./card-file-faults.tsx";

interface CardFileReportProps {
  /** What is done with the cards, by its name in the texts. */
  does: "import" | "blocks";
  /** What the file would do, by its name in the texts. */
  counts: readonly (readonly [
    name: "lines" | "added" | "unchanged" | "contradicting" | "held" | "blank" | "blocked",
    count: number,
  ])[];
  /** Whether the file would change something. */
  changes: boolean;
  /** What was read, to compare with the file; empty: nothing. */
  read?: readonly { term: string; value: string }[];
  faultCount: number;
  faults: readonly CardFileFault[];
}

/** The result of checking a file of card numbers: counts, and every fault by line. */
export function CardFileReport({ does, counts, changes, read = [], faultCount, faults }: CardFileReportProps) {
  const t = useT();
  const formats = useFormats();
  const facts = counts.map(([name, count]) => ({
    term: t(`transport-cards.import.${name}`),
    value: formats.number(count),
  }));
  return (
    <>
      <div role="status">
        <Stack>
          <h2>{t("transport-cards.import.report")}</h2>
          {faultCount > 0 ? (
            <Notice tone="bad">{t("transport-cards.import.wrong", { count: faultCount })}</Notice>
          ) : (
            <Notice tone={changes ? "ok" : "wait"}>
              {t(`transport-cards.${does}.${changes ? "ready" : "nothing"}`)}
            </Notice>
          )}
          <Facts
            facts={[
              ...facts,
              ...read.map((one) => ({ ...one, long: true })),
              { term: t("transport-cards.import.faults"), value: formats.number(faultCount) },
            ]}
          />
        </Stack>
      </div>
      {faultCount > 0 && <CardFileFaults faults={faults} count={faultCount} />}
    </>
  );
}
