import type { Money } from "@guichet/contract/values.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

export interface ShownReceipt {
  name: string;
  traveller: string;
  /** The last day of the contract. */
  endsOn: string;
  /** Whether it renews until then, because a later day was chosen. */
  renews: boolean;
  refund: Money | null;
  confirmedAt: string;
  /** The notification without a sign-in that was confirmed; null: the signed-in holder terminated it. */
  notified: { reference: string; at: string; endOn: string | null } | null;
}

/** The receipt of a termination, with the end date. */
export function TerminationReceipt({ receipt }: { receipt: ShownReceipt }) {
  const t = useT();
  const formats = useFormats();
  const { network, user } = usePageContext();
  const { name, traveller, endsOn, renews, refund, confirmedAt, notified } = receipt;
  return (
    <>
      <Title>{t("terminations.receipt.title")}</Title>
      <PageHead title={t("terminations.receipt.title")} />
      <Notice tone="ok" role="status" title={t("terminations.own.end", { day: formats.day(endsOn) })}>
        {renews && <p>{t("terminations.effect.renewed")}</p>}
        <p>{t("terminations.receipt.text")}</p>
      </Notice>
      <Facts
        wide
        facts={[
          { term: t("terminations.receipt.contract"), value: <bdi>{name}</bdi> },
          { term: t("terminations.receipt.traveller"), value: <bdi>{traveller}</bdi> },
          { term: t("terminations.provider"), value: <bdi>{network.name}</bdi> },
          { term: t("terminations.receipt.end"), value: formats.day(endsOn) },
          ...(refund === null || refund.amount === 0
            ? []
            : [{ term: t("terminations.receipt.refund"), value: formats.money(refund) }]),
          ...(notified === null
            ? []
            : [
                { term: t("terminations.reference"), value: <Figures>{notified.reference}</Figures> },
                { term: t("terminations.received"), value: formats.instant(notified.at) },
                ...(notified.endOn === null
                  ? []
                  : [{ term: t("terminations.end-on"), value: formats.day(notified.endOn) }]),
              ]),
          { term: t("terminations.receipt.confirmed"), value: formats.instant(confirmedAt) },
        ]}
      />
      {user && !user.isGuest && <LinkButton href={href("tacit")}>{t("terminations.receipt.account")}</LinkButton>}
    </>
  );
}
