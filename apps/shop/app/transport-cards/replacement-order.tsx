import type { TransportCard } from "@guichet/contract/transport-cards.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { History, type Stop } from "@guichet/ui/steps.tsx";
import { useFormats } from "../formats/formats.ts";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

interface ReplacementOrderProps {
  card: TransportCard;
  /** The replacement card, once it is produced. */
  replacing: TransportCard | undefined;
}

/** Progress of the replacement: paid, produced, sent. */
export function ReplacementOrder({ card, replacing }: ReplacementOrderProps) {
  const t = useT();
  const formats = useFormats();
  const { replacement, incident_at } = card;
  const isPaid = replacement === null || ["COMPLETED", "REGULARIZATION"].includes(replacement.status);
  const isMade = card.replaced_by !== null;
  const isSent = isMade && (replacement === null || replacement.processStatus === "PROCESSED");
  const done = [incident_at !== null || card.incident !== null, isPaid, isMade, isSent];
  const here = done.lastIndexOf(true);
  const stateOf = (index: number): Stop["state"] => (index < here ? "passed" : index === here ? "here" : "ahead");
  const names = ["declared", isPaid ? "ordered" : "unpaid", "made", "sent"] as const;
  const notes = [
    incident_at === null ? undefined : formats.instant(incident_at),
    replacement === null ? undefined : <Figures key="order">{replacement.orderNumber}</Figures>,
    replacing === undefined ? undefined : <Figures key="card">{replacing.number}</Figures>,
    undefined,
  ];
  return (
    <Sheet title={t("transport-cards.follow.title")} id="follow">
      <History
        label={t("transport-cards.follow.title")}
        passed={t("transport-cards.follow.passed")}
        stops={names.map((name, index) => ({
          id: name,
          name: t(`transport-cards.follow.${name}`),
          note: notes[index],
          state: stateOf(index),
        }))}
      />
      <div className="row">
        {!isPaid && <LinkButton href={href("cart")}>{t("transport-cards.follow.to-cart")}</LinkButton>}
        <LinkButton variant="quiet" href={href("invoices")}>
          {t("transport-cards.follow.receipts")}
        </LinkButton>
        <LinkButton variant="quiet" href={href("wallet")}>
          {t("transport-cards.follow.tickets")}
        </LinkButton>
      </div>
    </Sheet>
  );
}
