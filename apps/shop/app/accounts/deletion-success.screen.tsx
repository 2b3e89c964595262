import { deletionWithdrawalDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { useEffect } from "react";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { clearBrowser } from "../identity/sign-out/clear-browser.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { clearsSite, isOwnPost, noStore } from "../request-context/sign-out.server.ts";
import { T, useT } from "../texts/texts.tsx";

const instantShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

/**
 * Confirms the deletion request and returns the instant until which it can be withdrawn. As at every sign-out, the shop's data in
 * the browser is cleared, but only if the request comes from a page of the shop.
 */
export function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const until = new URL(request.url).searchParams.get("until") ?? "";
  const clears = !ctx.session.open && isOwnPost(ctx, request);
  const isInstant = instantShape.test(until) && !Number.isNaN(Date.parse(until));
  return data({ until: isInstant ? until : null, clears }, { headers: clears ? clearsSite : noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export default function DeletionSuccess() {
  const t = useT();
  const formats = useFormats();
  const { until, clears } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (clears) void clearBrowser();
  }, [clears]);
  return (
    <Page narrow>
      <Title>{t("accounts.deleted.title")}</Title>
      <PageHead title={t("accounts.deleted.title")}>
        {until ? (
          <T id="accounts.deleted.until" values={{ day: formats.instant(until) }} components={{ day: <b /> }} />
        ) : (
          t("accounts.deleted.days", { days: deletionWithdrawalDays })
        )}
      </PageHead>
      <Notice title={t("accounts.deleted.back")}>{t("accounts.deleted.email")}</Notice>
      <LinkButton variant="main" big href={href("home")}>
        {t("accounts.deleted.shop")}
      </LinkButton>
    </Page>
  );
}
