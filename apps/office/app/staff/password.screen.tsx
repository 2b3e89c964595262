import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/error-summary.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page.tsx";
import { PasswordField } from "@guichet/ui/password-field.tsx";
import { type ActionFunctionArgs, Form, useActionData, useNavigation } from "react-router";
import { refusalText } from "../shell/refusals.ts";
import { useT } from "../shell/texts.tsx";
import { visitOf } from "../shell/visit.ts";
import { useAnswered } from "./answered.ts";

export const loader = () => null;

export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => `${form.get(name) ?? ""}`.slice(0, 512);
  const values = { currentPassword: text("currentPassword"), newPassword: text("newPassword") };
  const outcome = await visitOf(context).call("changeStaffPassword", values);
  return outcome.ok ? { changed: true as const } : { changed: false as const, code: outcome.code };
}

export default function Password() {
  const t = useT();
  const answer = useActionData<typeof action>();
  const answered = useAnswered(answer);
  const busy = useNavigation().formMethod === "POST";
  const words = answer && !answer.changed ? refusalText(t, answer.code) : undefined;
  const isCurrent = answer && !answer.changed && answer.code === "PASSWORD_WRONG";
  const shown = { show: t("staff.show"), hide: t("staff.hide") };
  return (
    <Page narrow>
      <title>{t("staff.password.change")}</title>
      <ErrorSummary
        title={t("shell.problem")}
        errors={words ? [{ field: isCurrent ? "currentPassword" : "newPassword", message: words }] : []}
      />
      <PageHead title={t("staff.password.change")}>{t("staff.password.text")}</PageHead>
      {answer?.changed && (
        <Notice tone="ok" role="status">
          {t("staff.password.changed")}
        </Notice>
      )}
      <Form method="post">
        <Stack key={answered}>
          <PasswordField
            label={t("staff.password.current")}
            name="currentPassword"
            autoComplete="current-password"
            required
            error={isCurrent ? words : undefined}
            {...shown}
          />
          <PasswordField
            label={t("staff.password.new")}
            hint={t("staff.password.rule")}
            name="newPassword"
            autoComplete="new-password"
            required
            error={isCurrent ? undefined : words}
            {...shown}
          />
          <Button look="main" busy={busy && t("staff.password.changing")}>
            {t("staff.password.do")}
          </Button>
        </Stack>
      </Form>
    </Page>
  );
}
