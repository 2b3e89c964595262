import { Button } from "@guichet/ui/button.tsx";
import { DownloadIcon, ShieldIcon } from "@guichet/ui/more-icons.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { OwnPassword } from "../identity/forms/credential-fields.tsx";
import { formText } from "../identity/forms/form-texts.ts";
import { readReauthentication } from "../identity/forms/sign-in-forms.ts";
import { Title } from "../page/title.tsx";
import { accountActions, href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

interface ExportViewProps {
  hasPassword: boolean;
  /** Whether the user has just reauthenticated at a provider. */
  isReauthenticated: boolean;
  answer: SentBack | undefined;
}

/** Reauthentication before the data export, with the password or else at a provider. */
export function ExportView({ hasPassword, isReauthenticated, answer }: ExportViewProps) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => (hasPassword ? faultsOf(readReauthentication(typed)) : []),
    words: (fault) => formText(t, fault),
    answer,
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("accounts.export.title")}</Title>
      <BackLink href={`${href("account")}#export`} label={t("accounts.back")} />
      {form.summary}
      <PageHead title={t("accounts.export.title")}>{t("accounts.export.text")}</PageHead>
      {/* A full page load: the response is a file, not a page. */}
      <Form reloadDocument method="post" action={accountActions.export} {...form.props} className="stack">
        {hasPassword && <input type="hidden" name="what" value="prove" />}
        {!hasPassword && !isReauthenticated && <input type="hidden" name="what" value="prove-at-provider" />}
        {hasPassword && (
          <>
            <p>{t("accounts.reauthenticate.password")}</p>
            <OwnPassword form={form} label={t("accounts.current-password")} />
          </>
        )}
        {!hasPassword && !isReauthenticated && <p>{t("accounts.sign-in-methods.reauthenticate")}</p>}
        <Button variant="main" big icon={hasPassword || isReauthenticated ? <DownloadIcon size="s" /> : <ShieldIcon />}>
          {t(hasPassword || isReauthenticated ? "accounts.export.submit" : "accounts.reauthenticate.submit")}
        </Button>
      </Form>
    </Page>
  );
}
