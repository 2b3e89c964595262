import { ClockIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import { StateTicket } from "@guichet/ui/tickets/state-ticket.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Page shown when the shop has no articles (§8 "shop-unavailable"), with the actions that remain possible. */
export function ShopUnavailable() {
  const t = useT();
  const { network, user } = usePageContext();
  const signedIn = user !== null && !user.isGuest;
  return (
    <Page narrow>
      <Title>{t("home.closed.title")}</Title>
      <StateTicket
        level={1}
        ink="wait"
        icon={<ClockIcon size="s" />}
        kind={network.name}
        title={t("home.closed.title")}
        actions={
          <>
            <LinkButton href={href("home")} variant="main">
              {t("home.closed.again")}
            </LinkButton>
            {signedIn && <LinkButton href={href("wallet")}>{t("home.closed.tickets")}</LinkButton>}
          </>
        }
      >
        {t("home.closed.text")}
      </StateTicket>
    </Page>
  );
}
