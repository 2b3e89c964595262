import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import { StateTicket } from "@guichet/ui/tickets/state-ticket.tsx";
import { useLocation } from "react-router";
import { useFrame } from "../page/frame.tsx";
import { useOptionalPageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";
import { PageFrame } from "./page-frame.tsx";

/** Error layout (§2): status, cause, what to do and, for an unexpected error, the reference to quote. */
export function ErrorPage({ status }: { status: number }) {
  const page = useOptionalPageContext();
  const ticket = <ErrorTicket status={status} inShop={page !== undefined} />;
  return page ? <PageFrame>{ticket}</PageFrame> : <div className="shell">{ticket}</div>;
}

function ErrorTicket({ status, inShop }: { status: number; inShop: boolean }) {
  const t = useT();
  const { requestId } = useFrame();
  const { pathname } = useLocation();
  const words = wordsFor(status, inShop);
  const title = t(`shell.error.${words}.title`);
  return (
    <Page narrow>
      <Title>{title}</Title>
      <StateTicket
        level={1}
        ink={status >= 500 ? "bad" : "wait"}
        kind={t("shell.error.status", { status: `${status}` })}
        title={title}
        actions={inShop && <LinkButton href={href("home")}>{t("shell.back-to-shop")}</LinkButton>}
      >
        {words === "not-found" ? (
          <T id="shell.error.not-found.text" values={{ path: pathname }} components={{ path: <bdi dir="ltr" /> }} />
        ) : (
          t(`shell.error.${words}.text`)
        )}
        {status >= 500 && requestId && (
          <>
            <br />
            <T id="shell.error.reference" values={{ id: requestId }} components={{ id: <bdi dir="ltr" /> }} />
          </>
        )}
      </StateTicket>
    </Page>
  );
}

function wordsFor(status: number, inShop: boolean) {
  if (status === 404) return inShop ? "not-found" : "no-shop";
  if (status === 403) return "forbidden";
  return status === 503 ? "unavailable" : "broken";
}
