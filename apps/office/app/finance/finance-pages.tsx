import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { href } from "../paths.ts";
import { useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

const pages = ["finance", "closedMonths", "reconciliation"] as const;

/** The name of the function that computes digests. */
export const digestKind = "SHA-256";

/** Links between the pages of the finances. */
export function FinancePages({ current }: { current: (typeof pages)[number] }) {
  const t = useT();
  const { id } = useNetwork();
  return (
    <nav aria-label={t("finance.pages")}>
      <Chips label={t("finance.pages")}>
        {pages.map((name) => (
          <ChipLink key={name} href={href(name, { network: id })} current={name === current}>
            {t(`finance.page.${name}`)}
          </ChipLink>
        ))}
      </Chips>
    </nav>
  );
}
