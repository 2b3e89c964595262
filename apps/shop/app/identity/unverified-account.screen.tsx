import { ErrorSummary } from "@guichet/ui/error-summary.tsx";
import { MailIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useRevalidator,
} from "react-router";
import { href } from "../paths.ts";
import { T, useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { visitOf } from "../shell/visit.ts";
import { AddressText } from "./address-text.tsx";
import { formText } from "./form-texts.ts";
import { nextIn, withNext } from "./next.ts";
import { ResendForm } from "./resend-form.tsx";
import { reached } from "./sign-in.server.ts";

const waitMaxSeconds = 86_400;

/** Whose address waits for its confirmation; once it is confirmed, on to where one was going. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const user = await visitOf(context).session.holder();
  const next = nextIn(search);
  if (user?.isVerified) throw redirect(next ?? href("account", undefined, { told: "verified" }));
  const sent = search.get("sent");
  const wait = Math.min(Number(sent) || 0, waitMaxSeconds);
  return { email: user?.userMail ?? "", next, sent: sent !== null, wait: Math.max(0, Math.floor(wait)) };
}

/** Sends the letter again, unless one has just gone. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context);
  const next = nextIn(new URL(request.url).searchParams);
  const sent = await reached(() => visit.call("sendVerificationEmail", {}));
  if (sent.ok) {
    return redirect(withNext("unverifiedAccount", next, { sent: String(sent.value.retryAfterSeconds) }), {
      status: 303,
    });
  }
  if (sent.code === "ALREADY_VERIFIED") {
    return redirect(next ?? href("account", undefined, { told: "verified" }), { status: 303 });
  }
  const wait = "details" in sent ? sent.details?.retryAfterSeconds : undefined;
  const seconds = typeof wait === "number" ? wait : undefined;
  return data({ code: sent.code, seconds, at: Date.now() }, { status: 422 });
}

/** The address of the account is not confirmed yet: nothing can be bought until it is (§4). */
export default function UnverifiedAccount() {
  const t = useT();
  const { email, next, sent, wait } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useLookAgain();
  const isFaulty = refused !== undefined && refused.seconds === undefined;
  return (
    <Page narrow>
      <Title faulty={isFaulty ? t("shell.form.faulty") : undefined}>{t("identity.unverified.title")}</Title>
      {isFaulty && (
        <ErrorSummary
          key={refused.at}
          title={t("shell.form.problem")}
          errors={[{ message: formText(t, { code: refused.code }) }]}
        />
      )}
      <PageHead title={t("identity.unverified.title")}>
        <T id="identity.unverified.text" values={{ email }} components={{ mail: <AddressText /> }} />
      </PageHead>
      {sent && !refused && (
        <Notice tone="ok" icon={<MailIcon />} role="status" title={t("identity.unverified.sent")}>
          {t("identity.unverified.hint")}
        </Notice>
      )}
      <ResendForm key={refused?.at ?? wait} seconds={refused?.seconds ?? (refused ? 0 : wait)} urgent={!sent} />
      <p>
        <T
          id="identity.unverified.wrong"
          components={{ change: <TextLink href={href("account", undefined, { edit: "sign-in" })} /> }}
        />
      </p>
      <LinkButton look="quiet" big href={next ?? href("home")}>
        {t("identity.unverified.later")}
      </LinkButton>
    </Page>
  );
}

/** Somebody who comes back from their mailbox finds the page up to date. */
function useLookAgain() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [revalidate]);
}
