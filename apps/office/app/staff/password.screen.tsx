import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { type ActionFunctionArgs, Form, useActionData, useNavigation } from "react-router";
import { requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { useAnswerCount } from "./answer-count.ts";
import { changePassword, PasswordFields, usePasswordFault } from "./new-password.tsx";

export const loader = () => null;

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await changePassword(requestContextOf(context), await request.formData());
  return outcome.ok ? { changed: true as const } : { changed: false as const, code: outcome.code };
}

export default function Password() {
  const t = useT();
  const answer = useActionData<typeof action>();
  const answered = useAnswerCount(answer);
  const busy = useNavigation().formMethod === "POST";
  const fault = usePasswordFault(answer?.changed === false ? answer.code : undefined);
  return (
    <Page narrow>
      <title>{t("staff.password.change")}</title>
      <ErrorSummary title={t("shell.problem")} errors={fault === undefined ? [] : [fault]} />
      <PageHead title={t("staff.password.change")}>{t("staff.password.text")}</PageHead>
      {answer?.changed && (
        <Notice tone="ok" role="status">
          {t("staff.password.changed")}
        </Notice>
      )}
      <Form method="post">
        <PasswordFields key={answered} fault={fault} current={t("staff.password.current")}>
          <Button variant="main" busy={busy && t("staff.password.changing")}>
            {t("staff.password.do")}
          </Button>
        </PasswordFields>
      </Form>
    </Page>
  );
}
