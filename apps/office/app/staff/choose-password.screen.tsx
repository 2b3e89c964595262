import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData, useNavigation } from "react-router";
import { requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { useAnswerCount } from "./answer-count.ts";
import { changePassword, PasswordFields, usePasswordFault } from "./new-password.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { goOn, stayAt } from "./sign-in-steps.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await stayAt("choose-password", requestContextOf(context));
  return null;
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const outcome = await changePassword(ctx, await request.formData());
  return outcome.ok ? goOn(ctx) : { code: outcome.code };
}

/** The first screen after a sign-in with the initial password printed on the server. */
export default function ChoosePassword() {
  const t = useT();
  const answer = useActionData<typeof action>();
  const answered = useAnswerCount(answer);
  const busy = useNavigation().formMethod === "POST";
  const fault = usePasswordFault(answer?.code);
  return (
    <SignInFrame signOut>
      <Page narrow>
        <title>{t("staff.password.choose")}</title>
        <ErrorSummary title={t("shell.problem")} errors={fault === undefined ? [] : [fault]} />
        <PageHead title={t("staff.password.choose")}>{t("staff.password.choose.text")}</PageHead>
        <Form method="post">
          <PasswordFields key={answered} fault={fault} current={t("staff.password.given")}>
            <Button variant="main" big busy={busy && t("staff.password.changing")}>
              {t("staff.password.choose.do")}
            </Button>
          </PasswordFields>
        </Form>
      </Page>
    </SignInFrame>
  );
}
