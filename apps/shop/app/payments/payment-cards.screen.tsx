import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Title } from "../page/title.tsx";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useT } from "../texts/texts.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { savedCards } from "./saved-cards.server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  return data({ cards: await savedCards(requestContextOf(context)) }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Saved payment methods (§2 "/account/payment-cards"); networks with subscriptions show them on the account page. */
export default function PaymentCards() {
  const t = useT();
  const { cards } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <Title>{t("payments.title")}</Title>
      <PageHead title={t("payments.title")}>{t("payments.lead")}</PageHead>
      <PaymentMethods cards={cards} />
    </Page>
  );
}
