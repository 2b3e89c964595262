import { passwordMinLength } from "@guichet/contract/limits/sign-in-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { href } from "../paths.ts";
import { refusalText } from "../shell/refusals.ts";
import { requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { useAnswerCount } from "./answer-count.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const outcome = await requestContextOf(context).call("getInvitation", { code: (params.code ?? "").slice(0, 100) });
  return outcome.ok ? { person: outcome.value } : { code: outcome.code };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const newPassword = `${(await request.formData()).get("newPassword") ?? ""}`.slice(0, 512);
  const outcome = await ctx.call("acceptInvitation", { code: (params.code ?? "").slice(0, 100), newPassword });
  if (!outcome.ok) return { code: outcome.code };
  // Somebody else may be signed in in this browser.
  ctx.cookies.clear("officeToken");
  ctx.cookies.set("officeLanguage", ctx.language);
  return redirect(`${href("signIn")}?${new URLSearchParams({ chosen: outcome.value.email })}`, { status: 303 });
}

/** The page of an invitation's link: the invited person chooses their first password. */
export default function Invitation() {
  const t = useT();
  const found = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const answered = useAnswerCount(answer);
  const busy = useNavigation().formMethod === "POST";
  const words = answer && refusalText(t, answer.code);
  return (
    <SignInFrame>
      <Page narrow>
        <title>{t("staff.password.choose")}</title>
        <ErrorSummary title={t("shell.problem")} errors={words ? [{ field: "newPassword", message: words }] : []} />
        <PageHead title={t("staff.password.choose")} />
        {"code" in found ? (
          <Stack>
            <Notice tone="bad">
              {t(found.code === "CODE_EXPIRED" ? "staff.invitation.over" : "staff.invitation.used")}
            </Notice>
            <LinkButton href={href("signIn")}>{t("staff.sign-in.do")}</LinkButton>
          </Stack>
        ) : (
          <Form method="post">
            <Stack>
              <p>{t("staff.invitation.for", { name: found.person.name })}</p>
              <input type="hidden" autoComplete="username" name="username" value={found.person.email} readOnly />
              <PasswordField
                key={answered}
                label={t("staff.password.new")}
                hint={t("staff.password.rule", { length: passwordMinLength })}
                name="newPassword"
                autoComplete="new-password"
                required
                error={words}
                show={t("staff.show")}
                hide={t("staff.hide")}
              />
              <Button variant="main" big busy={busy && t("staff.saving")}>
                {t("staff.password.choose.do")}
              </Button>
            </Stack>
          </Form>
        )}
      </Page>
    </SignInFrame>
  );
}
