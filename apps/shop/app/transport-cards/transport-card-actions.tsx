import type { TransportCard } from "@guichet/contract/transport-cards.ts";
import { AlertIcon, RefreshIcon, TrashIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Actions on a card of the account: declare an incident, replace or renew it, follow the replacement, remove it. */
export function TransportCardActions({ card }: { card: TransportCard }) {
  const t = useT();
  const { mediaTunnel } = usePageContext().network.switches;
  const { id, number, incident, state, replacement, traveller } = card;
  const incidentHref = href("cardIncident", { id });
  const isBlocked = incident !== null && state === "active";
  const isOver = state === "expired" && card.replaced_by === null;
  return (
    <>
      {state === "active" && !isBlocked && (
        <LinkButton
          variant="quiet"
          icon={<AlertIcon size="s" />}
          href={incidentHref}
          aria-label={t("transport-cards.declare.of", { number })}
        >
          {t("transport-cards.declare")}
        </LinkButton>
      )}
      {(isBlocked || replacement !== null) && (
        <LinkButton
          variant={isBlocked && replacement === null ? "main" : "quiet"}
          icon={<RefreshIcon size="s" />}
          href={incidentHref}
          aria-label={t(replacement === null ? "transport-cards.replace.of" : "transport-cards.follow.of", { number })}
        >
          {t(replacement === null ? "transport-cards.replace" : "transport-cards.follow")}
        </LinkButton>
      )}
      {isOver && mediaTunnel && traveller !== null && (
        <LinkButton
          variant="quiet"
          icon={<RefreshIcon size="s" />}
          href={href("tunnelPassengers", undefined, { for: traveller.userId })}
          aria-label={t("transport-cards.renew.of", { number })}
        >
          {t("transport-cards.renew")}
        </LinkButton>
      )}
      {!isBlocked && (
        <LinkButton
          variant="quiet"
          icon={<TrashIcon size="s" />}
          href={href("transportCards", undefined, { remove: id })}
          aria-label={t("transport-cards.remove.of", { number })}
        >
          {t("transport-cards.remove")}
        </LinkButton>
      )}
    </>
  );
}
