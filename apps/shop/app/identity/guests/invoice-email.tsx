import { Button } from "@guichet/ui/button.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { formText } from "../forms/form-texts.ts";
import { readInvoiceEmail } from "../forms/sign-in-forms.ts";

/** Address for a guest's invoice and tickets, prefilled if known (WCAG 3.3.7). */
export function InvoiceEmail({ email, answer }: { email: string; answer: SentBack | undefined }) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readInvoiceEmail(typed)),
    words: (fault) => formText(t, fault),
    answer,
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.invoice.title")}</Title>
      <BackLink href={href("inviteLogin", undefined, { guest: "1" })} label={t("identity.guest.back")} />
      {form.summary}
      <PageHead title={t("identity.invoice.title")}>{t("identity.invoice.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <EmailField form={form} label={t("identity.invoice.email")} known={email} />
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("identity.continue")}
        </Button>
      </Form>
    </Page>
  );
}
