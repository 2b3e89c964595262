import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import { StateTicket } from "@guichet/ui/tickets/state-ticket.tsx";
import { useFrame } from "@guichet/web/frame.tsx";
import { href } from "../paths.ts";
import { T, useT } from "./texts.tsx";

const wordsOf: Readonly<
  Record<number, "not-found" | "forbidden" | "conflict" | "too-many" | "unavailable" | undefined>
> = { 403: "forbidden", 404: "not-found", 409: "conflict", 429: "too-many", 503: "unavailable" };

/** Error page with status, explanation, remedy, and for an internal error a reference to quote. */
export function ErrorPage({ status }: { status: number }) {
  const t = useT();
  const { requestId } = useFrame();
  const words = wordsOf[status] ?? "broken";
  const title = t(`shell.error.${words}.title`);
  return (
    <Page narrow>
      <title>{title}</title>
      <StateTicket
        level={1}
        ink={status >= 500 ? "bad" : "wait"}
        kind={`${status}`}
        title={title}
        actions={<LinkButton href={href("start")}>{t("shell.error.back")}</LinkButton>}
      >
        {t(`shell.error.${words}.text`)}
        {status >= 500 && (
          <>
            <br />
            <T id="shell.error.reference" values={{ id: requestId }} components={{ id: <bdi dir="ltr" /> }} />
          </>
        )}
      </StateTicket>
    </Page>
  );
}
