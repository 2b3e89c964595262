import type { Ticket } from "@guichet/contract/wallet.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import { presentHref } from "./present/pager.tsx";
import { useEntry } from "./present/use-leave.ts";
import { ScanVignette } from "./scan-vignette.tsx";
import type { ReadVignette } from "./wallet.server.ts";

type UseTicketProps = {
  ticket: Ticket;
  running: boolean;
  once: string;
  vignette: ReadVignette | null;
  answer: { code: string; sticker: string } | null | undefined;
};

/** Confirmation before a ticket is used: its effect, its end, and the location if a vignette was read. A plain form. */
export function UseTicket({ ticket, running, once, vignette, answer }: UseTicketProps) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST";
  const { ticketId, punch, tripsLeft } = ticket;
  const there = ticket.code === null ? href("wallet", undefined, { ticket: ticketId }) : presentHref(ticketId);
  useEntry();
  const isRead = vignette !== null && vignette.place !== null;
  const code = answer?.code ?? (vignette === null || isRead ? undefined : "VIGNETTE_INVALID");
  const fault = code === undefined ? undefined : refusalText(t, code);
  const isPlace = code?.startsWith("VIGNETTE") ?? false;
  return (
    <Page narrow>
      <Title faulty={fault}>{t("wallet.use")}</Title>
      <BackLink href={there} label={ticket.name} />
      {fault && !isPlace && (
        <Notice tone="bad" role="alert">
          {fault}
        </Notice>
      )}
      <PageHead title={t("wallet.use")}>
        <bdi>{ticket.name}</bdi>
      </PageHead>
      <Form method="post" className="stack">
        <input type="hidden" name="what" value="punch" />
        <input type="hidden" name="key" value={once} />
        {isRead && <input type="hidden" name="vignette" value={vignette.payload} />}
        <Meaning punch={punch} left={tripsLeft} />
        {!isRead || isPlace ? (
          <Field
            name="sticker"
            label={t("wallet.use.vignette")}
            hint={t("wallet.use.vignette.hint")}
            error={isPlace ? fault : undefined}
            defaultValue={answer?.sticker}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            dir="ltr"
          />
        ) : (
          <Notice tone="ok" title={<bdi>{vignette.place?.name}</bdi>}>
            {t("wallet.use.vignette.read")}
          </Notice>
        )}
        <ScanVignette />
        {punch && (
          <Button variant="main" big busy={busy && t("wallet.use.busy")}>
            {t("wallet.use")}
          </Button>
        )}
        {running && (
          <Button big name="change" value="1">
            {t("wallet.use.change")}
          </Button>
        )}
      </Form>
      <LinkButton variant="quiet" href={there}>
        {t("wallet.use.later")}
      </LinkButton>
    </Page>
  );
}

function Meaning({ punch, left }: { punch: Ticket["punch"]; left: number | null }) {
  const t = useT();
  const formats = useFormats();
  if (punch === null) return <p>{t("wallet.use.change.text")}</p>;
  const instant = punch.until === null ? "" : formats.instant(punch.until);
  if (punch.kind === "checked") return <p>{t("wallet.use.checked")}</p>;
  return (
    <Notice title={punch.kind === "opened" ? t("wallet.use.opened", { instant }) : t("wallet.use.trip", { instant })}>
      {punch.kind === "trip" && left !== null && `${t("wallet.use.left", { left: formats.number(left - 1) })} `}
      {t("wallet.use.final")}
    </Notice>
  );
}
