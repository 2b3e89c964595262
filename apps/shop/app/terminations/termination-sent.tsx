import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { MailIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { T, useT } from "../texts/texts.tsx";

export interface Sent {
  reference: string;
  /** When the notification was received. */
  at: string;
}

/** The acknowledgement of a notification: the same whether or not the contract exists. */
export function TerminationSent({ reference, at }: Sent) {
  const t = useT();
  const formats = useFormats();
  const { email } = usePageContext().network.contact;
  return (
    <>
      <Title>{t("terminations.sent.title")}</Title>
      <PageHead title={t("terminations.sent.title")} />
      <Notice icon={<MailIcon />} role="status" title={t("terminations.sent.text")}>
        {t("terminations.sent.hint")}
      </Notice>
      <Facts
        wide
        facts={[
          { term: t("terminations.reference"), value: <Figures>{reference}</Figures> },
          { term: t("terminations.received"), value: formats.instant(at) },
        ]}
      />
      <p className="soft">
        <T
          id="terminations.sent.missing"
          values={{ email }}
          components={{ contact: <TextLink href={`mailto:${email}`} /> }}
        />
      </p>
    </>
  );
}
