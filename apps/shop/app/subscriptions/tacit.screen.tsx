import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useT } from "../texts/texts.tsx";
import { SubscriptionSheet } from "./subscription-sheet.tsx";
import { ownSubscriptions } from "./subscriptions.server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  return data({ subscriptions: await ownSubscriptions(requestContextOf(context)) }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** The tacit subscriptions of the account (§2 "/account/tacit"), terminated ones last. */
export default function Tacit() {
  const t = useT();
  const { subscriptions } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <Title>{t("subscriptions.title")}</Title>
      <BackLink href={href("account")} label={t("subscriptions.account")} />
      <PageHead title={t("subscriptions.title")}>{t("subscriptions.lead")}</PageHead>
      {subscriptions === null && <Notice tone="bad">{t("subscriptions.failed")}</Notice>}
      {subscriptions?.length === 0 && (
        <EmptyState
          title={t("subscriptions.none.title")}
          action={<LinkButton href={href("home")}>{t("subscriptions.none.action")}</LinkButton>}
        >
          {t("subscriptions.none.text")}
        </EmptyState>
      )}
      <Stack gap="l">
        {subscriptions?.map((one) => (
          <SubscriptionSheet key={one.subscriptionId} one={one} />
        ))}
      </Stack>
    </Page>
  );
}
