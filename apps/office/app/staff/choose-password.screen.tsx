import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/error-summary.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, useActionData, useNavigation } from "react-router";
import { useT } from "../shell/texts.tsx";
import { visitOf } from "../shell/visit.ts";
import { useAnswered } from "./answered.ts";
import { changePassword, PasswordFields, usePasswordFault } from "./new-password.tsx";
import { OutsideFrame } from "./outside-frame.tsx";
import { goOn, stayAt } from "./steps.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await stayAt("choose-password", visitOf(context));
  return null;
}

export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context);
  const outcome = await changePassword(visit, await request.formData());
  return outcome.ok ? goOn(visit) : { code: outcome.code };
}

/** The first screen after a sign-in with the password that was printed on the server. */
export default function ChoosePassword() {
  const t = useT();
  const answer = useActionData<typeof action>();
  const answered = useAnswered(answer);
  const busy = useNavigation().formMethod === "POST";
  const fault = usePasswordFault(answer?.code);
  return (
    <OutsideFrame signOut>
      <Page narrow>
        <title>{t("staff.password.choose")}</title>
        <ErrorSummary title={t("shell.problem")} errors={fault === undefined ? [] : [fault]} />
        <PageHead title={t("staff.password.choose")}>{t("staff.password.choose.text")}</PageHead>
        <Form method="post">
          <PasswordFields key={answered} fault={fault} current={t("staff.password.given")}>
            <Button look="main" big busy={busy && t("staff.password.changing")}>
              {t("staff.password.choose.do")}
            </Button>
          </PasswordFields>
        </Form>
      </Page>
    </OutsideFrame>
  );
}
