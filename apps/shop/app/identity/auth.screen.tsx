import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { CardEntry, CardSessionNotice } from "../cards/card-entry.tsx";
import { href, paths } from "../paths.ts";
import { useCheckedForm } from "../shell/checked-form.tsx";
import { useShell } from "../shell/shell.tsx";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { faultsOf } from "../shell/typed.ts";
import { visitOf } from "../shell/visit.ts";
import { formText } from "./form-texts.ts";
import { LoginForm } from "./login-form.tsx";
import { nextIn, withNext } from "./next.ts";
import { readLogin } from "./sign-in-forms.ts";

/** The network's ways to sign in; those that the shop can walk are shown. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ways = await visitOf(context).call("getAuthenticationConfiguration", {});
  return {
    emailPassword: ways.ok && ways.value.emailPassword,
    next: nextIn(new URL(request.url).searchParams),
  };
}

/** The choice of a way to sign in: with e-mail and password alone its form stands here at once. */
export default function Auth() {
  const t = useT();
  const { switches } = useShell().network;
  const { emailPassword, next } = useLoaderData<typeof loader>();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readLogin(typed)),
    words: (fault) => formText(t, fault),
    answer: undefined,
  });
  const buys = next?.startsWith(paths.cart) && switches.guestOrders;
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.login.title")}</Title>
      {form.summary}
      <PageHead title={t("identity.login.title")}>{t("identity.login.text")}</PageHead>
      <CardSessionNotice />
      {emailPassword ? (
        <LoginForm form={form} next={next} guestHref={buys ? withNext("inviteLogin", next) : undefined} />
      ) : (
        <EmptyState
          title={t("identity.none.title")}
          action={<LinkButton href={href("home")}>{t("shell.back-to-shop")}</LinkButton>}
        >
          {t("identity.none.text")}
        </EmptyState>
      )}
      <CardEntry />
    </Page>
  );
}
