import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import { StateTicket } from "@guichet/ui/tickets/state-ticket.tsx";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { requestContextOf } from "../../request-context/request-context.ts";
import { useT } from "../../texts/texts.tsx";
import { formText } from "../forms/form-texts.ts";
import { nextIn, withNext } from "../return-path.ts";

/** Loads the reason why a provider sign-in ended without a session; redirects if there is none. */
export async function stoppedSignIn({ context, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const refused = search.get("refused");
  if (refused === null) throw redirect(href((await requestContextOf(context).session.holder()) ? "account" : "auth"));
  return { refused: refused.slice(0, 60), next: nextIn(search) };
}

/**
 * Explains the error and the options: retry, use another method or, if the address is already registered, sign in with that
 * account's method and then link this one.
 */
export function StoppedSignIn() {
  const t = useT();
  const { refused, next } = useLoaderData<typeof stoppedSignIn>();
  const isKnown = refused === "EMAIL_EXISTS_OTHER_PROVIDER";
  const isCancelledByCustomer = refused === "PROVIDER_CANCELLED";
  const title = t(isKnown ? "identity.return.known.title" : "identity.return.stopped.title");
  return (
    <Page narrow>
      <Title>{title}</Title>
      <StateTicket
        level={1}
        ink={isKnown || isCancelledByCustomer ? "wait" : "bad"}
        title={title}
        actions={
          isKnown ? (
            <LinkButton
              variant="main"
              href={withNext("login", href("account", undefined, { edit: "sign-in-methods" }))}
            >
              {t("identity.return.known.sign-in")}
            </LinkButton>
          ) : (
            <LinkButton variant="main" href={withNext("auth", next)}>
              {t("identity.return.again")}
            </LinkButton>
          )
        }
      >
        {isKnown ? t("identity.return.known.text") : formText(t, { code: refused })}
      </StateTicket>
      <LinkButton variant="quiet" big href={href("home")}>
        {t("shell.back-to-shop")}
      </LinkButton>
    </Page>
  );
}
