import type { Ticket } from "@guichet/contract/wallet.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import type { Receiver } from "./wallet.server.ts";

type GiveTicketProps = {
  ticket: Ticket;
  once: string;
  receivers: readonly Receiver[];
  answer: { code: string } | null | undefined;
};

/**
 * Confirmation before a ticket is transferred to another traveller or put on a card: the recipient, and that it cannot
 * be undone.
 */
export function GiveTicket({ ticket, once, receivers, answer }: GiveTicketProps) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST";
  const there = href("wallet", undefined, { ticket: ticket.ticketId });
  return (
    <Page narrow>
      <Title faulty={answer ? refusalText(t, answer.code) : undefined}>{t("wallet.give")}</Title>
      <BackLink href={there} label={ticket.name} />
      {answer && (
        <Notice tone="bad" role="alert">
          {refusalText(t, answer.code)}
        </Notice>
      )}
      <PageHead title={t("wallet.give")}>{t("wallet.give.text")}</PageHead>
      {receivers.length === 0 ? (
        <>
          <Notice>{t("wallet.give.none")}</Notice>
          <LinkButton href={href("account")}>{t("wallet.give.account")}</LinkButton>
        </>
      ) : (
        <Form method="post" className="stack">
          <input type="hidden" name="what" value="give" />
          <input type="hidden" name="key" value={once} />
          <ChoiceGroup id="receiver" label={t("wallet.give.to")}>
            {receivers.map(({ value, name, kind }) => (
              <Choice
                key={value}
                name="receiver"
                value={value}
                required
                title={kind === "card" ? <Figures>{name}</Figures> : <bdi>{name}</bdi>}
                {...(kind === "card" ? { note: t("wallet.give.card") } : {})}
              />
            ))}
          </ChoiceGroup>
          <Button variant="main" big busy={busy && t("wallet.give.busy")}>
            {t("wallet.give.confirm")}
          </Button>
        </Form>
      )}
      <LinkButton variant="quiet" href={there}>
        {t("wallet.give.cancel")}
      </LinkButton>
    </Page>
  );
}
