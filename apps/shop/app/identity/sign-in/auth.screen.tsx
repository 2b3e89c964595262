import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Or } from "@guichet/ui/or.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, typedOf } from "../../forms/form-values.ts";
import { usePageContext } from "../../page/page-context.tsx";
import { Title } from "../../page/title.tsx";
import { href, paths } from "../../paths.ts";
import { requestContextOf } from "../../request-context/request-context.ts";
import { useT } from "../../texts/texts.tsx";
import { formText } from "../forms/form-texts.ts";
import { readLogin } from "../forms/sign-in-forms.ts";
import { beginAtProvider } from "../providers/provider-begin.server.ts";
import { ProviderButton } from "../providers/provider-button.tsx";
import { providersOf, shownProvider } from "../providers/providers.server.ts";
import { nextIn, withNext } from "../return-path.ts";
import { LoginForm } from "./login-form.tsx";
import { CardEntry, CardSessionNotice } from "./transport-card-sign-in.tsx";

/** Loads the network's sign-in methods. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const methods = await ctx.call("getAuthenticationConfiguration", {});
  return {
    emailPassword: methods.ok && methods.value.emailPassword,
    providers: (await providersOf(ctx)).map(shownProvider),
    next: nextIn(new URL(request.url).searchParams),
  };
}

/** Redirects to the chosen provider. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { provider = "" } = typedOf(await request.formData());
  const next = nextIn(new URL(request.url).searchParams);
  const begun = await beginAtProvider(requestContextOf(context), { providerId: provider, purpose: "signin", next });
  return begun.ok ? redirect(begun.value, { status: 303 }) : data({ refused: begun.code }, { status: 422 });
}

/** Choice of the sign-in method, the network's own first; the e-mail and password form is on this page. */
export default function Auth() {
  const t = useT();
  const { switches } = usePageContext().network;
  const { emailPassword, providers, next } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.refused;
  const form = useCheckedForm({
    check: (typed) => faultsOf(readLogin(typed)),
    words: (fault) => formText(t, fault),
    answer: undefined,
  });
  const buys = next?.startsWith(paths.cart) && switches.guestOrders;
  const guestHref = buys ? withNext("inviteLogin", next) : undefined;
  // Without a default provider, e-mail and password is the default (decisions on sign-in).
  const emailFirst = emailPassword && !providers.some(({ isDefault }) => isDefault);
  const hasNone = !emailPassword && providers.length === 0 && !switches.mediaSignin;
  return (
    <Page narrow>
      <Title faulty={form.faulty ?? (refused && t("shell.form.faulty"))}>{t("identity.login.title")}</Title>
      {refused && (
        <ErrorSummary title={t("shell.form.problem")} errors={[{ message: formText(t, { code: refused }) }]} />
      )}
      {form.summary}
      <PageHead title={t("identity.login.title")}>{t("identity.login.text")}</PageHead>
      <CardSessionNotice />
      {emailFirst && <LoginForm form={form} next={next} guestHref={guestHref} />}
      {emailFirst && providers.length > 0 && <Or>{t("identity.login.or-provider")}</Or>}
      {providers.map((provider, index) => (
        <ProviderButton
          key={provider.id}
          provider={provider}
          action={withNext("auth", next)}
          main={index === 0 && !emailFirst}
        />
      ))}
      {emailPassword && !emailFirst && (
        <>
          <Or>{t("identity.login.or-email")}</Or>
          <LoginForm form={form} next={next} guestHref={guestHref} plain />
        </>
      )}
      {!emailPassword && guestHref !== undefined && (
        <LinkButton href={guestHref}>{t("identity.login.guest")}</LinkButton>
      )}
      {hasNone && (
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
