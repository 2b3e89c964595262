import { Button } from "@guichet/ui/button.tsx";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { ShieldIcon } from "@guichet/ui/more-icons.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { formText } from "../identity/forms/form-texts.ts";
import { readReauthentication } from "../identity/forms/sign-in-forms.ts";
import { AboutFederation } from "../identity/providers/provider-button.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

interface SignInMethodChangeProps {
  what: "link" | "unlink";
  provider: { id: string; name: string; driver: string | null };
  hasPassword: boolean;
  /** Whether the user has just reauthenticated at a provider. */
  reauthenticated: boolean;
  answer: SentBack | undefined;
}

/** Form to link or unlink one provider, after reauthentication with the password or else at a provider. */
export function SignInMethodChange({ what, provider, hasPassword, reauthenticated, answer }: SignInMethodChangeProps) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => (hasPassword ? faultsOf(readReauthentication(typed)) : []),
    words: (fault) => formText(t, fault),
    answer,
    what,
  });
  const { name } = provider;
  const isNational = provider.driver === "FRANCECONNECT";
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t(`accounts.sign-in-methods.${what}.title`, { name })}</Title>
      <BackLink href={href("account", undefined, { edit: "sign-in-methods" })} label={t("accounts.sign-in-methods")} />
      {form.summary}
      <PageHead title={t(`accounts.sign-in-methods.${what}.title`, { name })}>
        {t(`accounts.sign-in-methods.${what}.text`, { name })}
      </PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value={what} />
        <input type="hidden" name="provider" value={provider.id} />
        {hasPassword && (
          <PasswordField
            key={form.attempts}
            name="currentPassword"
            label={t("accounts.current-password")}
            error={form.error("currentPassword")}
            autoComplete="current-password"
            show={t("identity.password.show")}
            hide={t("identity.password.hide")}
            required
          />
        )}
        {!hasPassword && !reauthenticated && <p>{t("accounts.sign-in-methods.reauthenticate")}</p>}
        <Button
          variant={isNational ? "state" : "main"}
          icon={isNational ? <ShieldIcon /> : undefined}
          big
          busy={form.busy && t("identity.busy")}
        >
          {t(`accounts.sign-in-methods.${what}.submit`, { name })}
        </Button>
        {isNational && <AboutFederation />}
      </Form>
    </Page>
  );
}
