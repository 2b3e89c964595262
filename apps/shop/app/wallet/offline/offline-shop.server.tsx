import { LinkButton } from "@guichet/ui/link-button.tsx";
import { WifiOffIcon } from "@guichet/ui/more-icons.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import { StateTicket } from "@guichet/ui/tickets/state-ticket.tsx";
import { allWords } from "@guichet/web/catalogues.ts";
import { type Frame, useLanguagePrefix } from "../../page/frame.tsx";
import { href } from "../../paths.ts";
import type { RequestContext } from "../../request-context/request-context.ts";
import { translateWith, useT } from "../../texts/texts.tsx";
import { OfflineFrame } from "./offline-frame.tsx";
import { offlinePage } from "./offline-page.server.tsx";

/** The page shown without network in place of any page that is not stored: the same for everybody. */
export async function offlineShop(ctx: RequestContext, frame: Frame): Promise<Response> {
  const t = translateWith(await allWords(ctx.language));
  return offlinePage(ctx, frame, { title: t("shell.offline.title"), body: <OfflineShop /> });
}

function OfflineShop() {
  const t = useT();
  const prefixed = useLanguagePrefix();
  return (
    <OfflineFrame>
      <Page narrow>
        <StateTicket
          level={1}
          ink="wait"
          icon={<WifiOffIcon size="s" />}
          kind={t("shell.offline.kind")}
          title={t("shell.offline.title")}
          actions={
            <>
              <LinkButton variant="main" href={prefixed(href("wallet"))}>
                {t("shell.offline.tickets")}
              </LinkButton>
              <LinkButton href="">{t("shell.offline.retry")}</LinkButton>
            </>
          }
        >
          {t("shell.offline.text")}
        </StateTicket>
      </Page>
    </OfflineFrame>
  );
}
