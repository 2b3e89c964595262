import { Button } from "@guichet/ui/button.tsx";
import { MailIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { useT } from "../../texts/texts.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { formText } from "../forms/form-texts.ts";
import { readResetRequest } from "../forms/sign-in-forms.ts";
import { withNext } from "../return-path.ts";

/** Form for the address that receives the reset link. */
export function ResetRequestForm({ answer }: { answer: SentBack | undefined }) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readResetRequest(typed)),
    words: (fault) => formText(t, fault),
    answer,
  });
  return (
    <>
      <Title faulty={form.faulty}>{t("identity.reset.title")}</Title>
      {form.summary}
      <PageHead title={t("identity.reset.title")}>{t("identity.reset.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <EmailField form={form} autoComplete="username" />
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("identity.reset.submit")}
        </Button>
      </Form>
    </>
  );
}

/** Confirmation, identical whether or not the account exists. */
export function ResetSent({ next }: { next: string | undefined }) {
  const t = useT();
  return (
    <>
      <Title>{t("identity.reset.sent.title")}</Title>
      <PageHead title={t("identity.reset.sent.title")} />
      <Notice icon={<MailIcon />} role="status" title={t("identity.reset.sent.text")}>
        {t("identity.reset.sent.hint")}
      </Notice>
      <LinkButton href={withNext("reset", next)}>{t("identity.reset.again")}</LinkButton>
    </>
  );
}
