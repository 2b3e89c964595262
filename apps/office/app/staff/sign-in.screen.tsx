import { Email } from "@guichet/contract/values.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { href } from "../paths.ts";
import { refusalText } from "../shell/refusals.ts";
import { requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { forgetCheckPages } from "../ticket-checks/offline/kept-page.ts";
import { useAnswerCount } from "./answer-count.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { addressOf } from "./sign-in-steps.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  if (await ctx.mayEnter()) throw redirect(href("start"));
  return {
    expired: ctx.url.searchParams.has("expired"),
    chosen: Email.safeParse(ctx.url.searchParams.get("chosen")).data,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const form = await request.formData();
  const [typed, password] = [form.get("email"), form.get("password")];
  const email = Email.safeParse(typed);
  if (!email.success || typeof password !== "string" || password === "") {
    return { code: "CREDENTIALS_INVALID" as const, email: typeof typed === "string" ? typed.slice(0, 254) : "" };
  }
  const known = ctx.cookies.get("officeKnownDevice");
  const outcome = await ctx.call("officeLogin", {
    email: email.data,
    password: password.slice(0, 512),
    ...(known === undefined ? {} : { knownDevice: known }),
  });
  if (!outcome.ok) return { code: outcome.code, email: email.data };
  const { knownDevice, nextStep, staff } = outcome.value;
  if (knownDevice !== undefined) ctx.cookies.set("officeKnownDevice", knownDevice);
  ctx.cookies.set("officeToken", outcome.value.staffToken);
  const next = addressOf(nextStep, ctx.url.searchParams.get("next"));
  if (staff.language === null || staff.language === ctx.language) return redirect(next, { status: 303 });
  // A document keeps the language in which it was loaded.
  ctx.cookies.set("officeLanguage", staff.language);
  return redirectDocument(next, { status: 303 });
}

export default function SignIn() {
  const t = useT();
  const { expired, chosen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const answered = useAnswerCount(answer);
  // Without a connection, nobody checks tickets in the name of the one who was signed in before.
  useEffect(() => void forgetCheckPages().catch(() => undefined), []);
  const words = answer && refusalText(t, answer.code);
  return (
    <SignInFrame>
      <Page narrow>
        <title>{t("staff.sign-in")}</title>
        <ErrorSummary title={t("shell.problem")} errors={words ? [{ field: "email", message: words }] : []} />
        <PageHead title={t("staff.sign-in")}>{t("staff.sign-in.text")}</PageHead>
        {expired && !answer && <Notice tone="wait">{t("staff.expired")}</Notice>}
        {chosen !== undefined && !answer && (
          <Notice tone="ok" role="status">
            {t("staff.password.chosen")}
          </Notice>
        )}
        <Form method="post">
          <Stack>
            <Field
              label={t("staff.email")}
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={answer?.email ?? chosen}
              error={words}
            />
            <PasswordField
              key={answered}
              label={t("staff.password")}
              name="password"
              autoComplete="current-password"
              required
              show={t("staff.show")}
              hide={t("staff.hide")}
            />
            <Button variant="main" big busy={busy && t("staff.signing-in")}>
              {t("staff.sign-in.do")}
            </Button>
          </Stack>
        </Form>
      </Page>
    </SignInFrame>
  );
}
