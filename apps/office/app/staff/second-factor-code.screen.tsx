import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from "react-router";
import { refusalText } from "../shell/refusals.ts";
import { requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { useAnswerCount } from "./answer-count.ts";
import { CodeField, RecoveryCodeField } from "./code-fields.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { addressOf, stayAt } from "./sign-in-steps.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  await stayAt("second-factor", ctx);
  return { byRecoveryCode: ctx.url.searchParams.has("recovery") };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const form = await request.formData();
  const typed = (name: string) => {
    const text = `${form.get(name) ?? ""}`.trim().slice(0, 40);
    return text === "" ? {} : { [name]: text };
  };
  const held = ctx.cookies.get("officeKnownDevice");
  const outcome = await ctx.call("giveSecondFactor", {
    ...typed("code"),
    ...typed("recoveryCode"),
    ...(held === undefined ? {} : { knownDevice: held }),
  });
  if (!outcome.ok) return { code: outcome.code };
  const { staffToken, knownDevice, nextStep } = outcome.value;
  ctx.cookies.set("officeToken", staffToken);
  if (knownDevice !== undefined) ctx.cookies.set("officeKnownDevice", knownDevice);
  return redirect(addressOf(nextStep, ctx.url.searchParams.get("next")), { status: 303 });
}

/** The step after the password: a code of the app, or a recovery code. */
export default function SecondFactorCode() {
  const t = useT();
  const { byRecoveryCode } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const answered = useAnswerCount(answer);
  const busy = useNavigation().formMethod === "POST";
  const words = answer && refusalText(t, answer.code);
  const field = byRecoveryCode ? "recoveryCode" : "code";
  return (
    <SignInFrame signOut>
      <Page narrow>
        <title>{t("staff.factor.code.title")}</title>
        <ErrorSummary title={t("shell.problem")} errors={words ? [{ field, message: words }] : []} />
        <PageHead title={t("staff.factor.code.title")}>{t("staff.factor.code.text")}</PageHead>
        <Form method="post">
          <Stack key={`${field}-${answered}`}>
            {byRecoveryCode ? (
              <RecoveryCodeField error={words} />
            ) : (
              <CodeField label={t("staff.factor.code")} error={words} />
            )}
            <Button variant="main" big busy={busy && t("staff.factor.checking")}>
              {t("staff.factor.go-on")}
            </Button>
          </Stack>
        </Form>
        <p>
          <OtherMethod byRecoveryCode={byRecoveryCode} />
        </p>
        <p className="soft">{t("staff.factor.lost")}</p>
      </Page>
    </SignInFrame>
  );
}

function OtherMethod({ byRecoveryCode }: { byRecoveryCode: boolean }) {
  const t = useT();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  if (byRecoveryCode) query.delete("recovery");
  else query.set("recovery", "1");
  return (
    <TextLink href={`${pathname}?${query}`}>
      {t(byRecoveryCode ? "staff.factor.use-app" : "staff.factor.use-recovery")}
    </TextLink>
  );
}
