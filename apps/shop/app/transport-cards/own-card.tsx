import type { TransportCard } from "@guichet/contract/transport-cards.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { AlertIcon, CheckIcon, ClockIcon } from "@guichet/ui/icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { useT } from "../texts/texts.tsx";
import { CardDrawing } from "./card-drawing.tsx";

/** A card of the account: full number, bearer, last day. */
export function OwnCardDrawing({ card }: { card: TransportCard }) {
  const t = useT();
  const formats = useFormats();
  const { name, timeZone } = usePageContext().network;
  const { traveller } = card;
  // The expiry instant is exclusive.
  const last =
    card.expires_at === null ? null : dayIn(new Date(Date.parse(card.expires_at) - 1).toISOString(), timeZone);
  return (
    <CardDrawing
      network={name}
      number={card.number}
      bearer={
        traveller === null ? (
          t("transport-cards.nobody")
        ) : (
          <bdi>{`${traveller.firstName} ${traveller.lastName}`.trim()}</bdi>
        )
      }
      expiry={
        last === null ? t("transport-cards.unlimited") : t("transport-cards.until", { day: formats.shortDay(last) })
      }
      over={card.state === "expired" || card.incident !== null}
    />
  );
}

/** Stamp with the state of a card. */
export function CardStamp({ card }: { card: TransportCard }) {
  const t = useT();
  if (card.replaced_by !== null)
    return <Stamp icon={<CheckIcon size="s" />}>{t("transport-cards.state.replaced")}</Stamp>;
  if (card.state === "expired")
    return <Stamp icon={<ClockIcon size="s" />}>{t("transport-cards.state.expired")}</Stamp>;
  if (card.incident !== null) {
    return (
      <Stamp tone="bad" icon={<AlertIcon size="s" />}>
        {t(`transport-cards.incident.${card.incident}`)}
      </Stamp>
    );
  }
  return (
    <Stamp tone="ok" icon={<CheckIcon size="s" />}>
      {t("transport-cards.state.active")}
    </Stamp>
  );
}
