import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { href } from "../paths.ts";
import { useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { FinanceMonth } from "./month-figures.tsx";

/** The files of a month's accounting journal. */
export function JournalSheet({ figures: { month, isOver, hasFec } }: { figures: FinanceMonth }) {
  const t = useT();
  const { id } = useNetwork();
  return (
    <Sheet id="journal" title={t("finance.journal")}>
      <p>{t(isOver ? "finance.journal.text" : "finance.journal.running")}</p>
      <Stack gap="m">
        {hasFec && (
          <LinkButton href={href("monthFec", { network: id, month })} icon={<DownloadIcon size="s" />} download>
            {t("finance.journal.fec")}
          </LinkButton>
        )}
        <LinkButton href={href("monthCsv", { network: id, month })} icon={<DownloadIcon size="s" />} download>
          {t("finance.journal.csv")}
        </LinkButton>
      </Stack>
    </Sheet>
  );
}
