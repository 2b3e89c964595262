import { ChevronBackIcon } from "@guichet/ui/icons.tsx";
import { ChevronOnwardIcon } from "@guichet/ui/more-icons.tsx";
import { Link } from "react-router";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";

/** The address of a ticket's full screen. */
export const presentHref = (ticketId: string): string => href("wallet", undefined, { ticket: ticketId, present: "1" });

type PagerProps = { previous: string; next: string };

/** Links to the previous and next ticket of the family; they replace each other in the history. */
export function Pager({ previous, next }: PagerProps) {
  const t = useT();
  return (
    <nav className="full-ticket-pager no-print" aria-label={t("wallet.present.pager")}>
      <Link replace to={presentHref(previous)} className="tool" aria-label={t("wallet.present.previous")}>
        <ChevronBackIcon />
      </Link>
      <Link replace to={presentHref(next)} className="tool" aria-label={t("wallet.present.next")}>
        <ChevronOnwardIcon />
      </Link>
    </nav>
  );
}
