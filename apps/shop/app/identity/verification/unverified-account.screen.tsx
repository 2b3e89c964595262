import { verificationCodeHours } from "@guichet/contract/limits/sign-in-limits.ts";
import { MailIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
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
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { type Fault, faultsOf, sentBack, type Typed, typedOf } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { type RequestContext, requestContextOf } from "../../request-context/request-context.ts";
import { T, useT } from "../../texts/texts.tsx";
import { AddressText } from "../forms/email-text.tsx";
import type { FormCode } from "../forms/form-codes.ts";
import { formText } from "../forms/form-texts.ts";
import { nextIn, withNext } from "../return-path.ts";
import { reached } from "../sign-in.server.ts";
import { ResendForm } from "./resend-form.tsx";
import { readTypedCode, TypedCodeForm } from "./typed-code-form.tsx";

const waitMaxSeconds = 86_400;

/** Loads the unconfirmed address; if it is confirmed, redirects to the requested page. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const { session, cookies } = requestContextOf(context);
  const user = await session.holder();
  const next = nextIn(search);
  if (user?.isVerified) {
    cookies.clear("afterVerification");
    throw redirect(next ?? href("account", undefined, { flash: "verified" }));
  }
  if (next !== undefined) cookies.set("afterVerification", next);
  const sent = search.get("sent");
  const wait = Math.min(Number(sent) || 0, waitMaxSeconds);
  return { email: user?.userMail ?? "", next, sent: sent !== null, wait: Math.max(0, Math.floor(wait)) };
}

/** Confirms the address with the entered code, or resends the e-mail unless one was just sent. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const next = nextIn(new URL(request.url).searchParams);
  const typed = typedOf(await request.formData());
  return typed.what === "code" ? confirm(ctx, typed, next) : resend(ctx, typed, next);
}

async function confirm(ctx: RequestContext, typed: Typed, next: string | undefined) {
  const read = readTypedCode(typed);
  if (!read.ok) return data(refused(read.faults, typed), { status: 422 });
  const verified = await reached(() => ctx.call("verifyEmail", { code: read.value }));
  if (verified.ok || verified.code === "ALREADY_VERIFIED") {
    return redirect(next ?? href("account", undefined, { flash: "verified" }), { status: 303 });
  }
  const isWrong = verified.code === "CODE_INVALID" || verified.code === "CODE_EXPIRED";
  const fault = isWrong ? ({ code: "TYPED_CODE_WRONG", field: "code" } as const) : { code: verified.code };
  return data(refused([fault], typed), { status: 422 });
}

async function resend(ctx: RequestContext, typed: Typed, next: string | undefined) {
  const sent = await reached(() => ctx.call("sendVerificationEmail", {}));
  if (sent.ok) {
    return redirect(withNext("unverifiedAccount", next, { sent: String(sent.value.retryAfterSeconds) }), {
      status: 303,
    });
  }
  if (sent.code === "ALREADY_VERIFIED") {
    return redirect(next ?? href("account", undefined, { flash: "verified" }), { status: 303 });
  }
  const wait = "details" in sent ? sent.details?.retryAfterSeconds : undefined;
  const seconds = typeof wait === "number" ? wait : undefined;
  const faults = seconds === undefined ? [{ code: sent.code }] : [];
  return data(refused(faults, typed, { seconds: seconds ?? 0, at: Date.now() }), { status: 422 });
}

/** Returns the form with its errors; `resend`: the time until another e-mail can be requested. */
const refused = (faults: Fault<FormCode>[], typed: Typed, resend?: { seconds: number; at: number }) => ({
  ...sentBack(faults, typed),
  resend,
});

/** Page for an account with an unconfirmed address, which cannot buy (§4). */
export default function UnverifiedAccount() {
  const t = useT();
  const { email, next, sent, wait } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const resend = answer?.resend;
  useLookAgain();
  const form = useCheckedForm({
    what: "code",
    check: (typed) => faultsOf(readTypedCode(typed)),
    words: (fault) => formText(t, fault),
    answer,
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.unverified.title")}</Title>
      {form.summary}
      <PageHead title={t("identity.unverified.title")}>
        <T id="identity.unverified.text" values={{ email }} components={{ mail: <AddressText /> }} />
      </PageHead>
      {sent && !answer && (
        <Notice tone="ok" icon={<MailIcon />} role="status" title={t("identity.unverified.sent")}>
          {t("identity.unverified.hint", { hours: verificationCodeHours })}
        </Notice>
      )}
      <TypedCodeForm form={form} />
      <ResendForm key={resend?.at ?? wait} seconds={resend?.seconds ?? wait} />
      <p>
        <T
          id="identity.unverified.wrong"
          components={{ change: <TextLink href={href("account", undefined, { edit: "sign-in" })} /> }}
        />
      </p>
      <LinkButton variant="quiet" big href={next ?? href("home")}>
        {t("identity.unverified.later")}
      </LinkButton>
    </Page>
  );
}

/** Reloads the data when the page becomes visible, for example after the user has read the e-mail. */
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
