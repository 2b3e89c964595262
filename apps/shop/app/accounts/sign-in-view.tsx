import { Button } from "@guichet/ui/button.tsx";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { type CheckedForm, useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { EmailField } from "../identity/forms/email-field.tsx";
import { AddressText } from "../identity/forms/email-text.tsx";
import { formText } from "../identity/forms/form-texts.ts";
import { NewPasswordTwice } from "../identity/forms/new-password-twice.tsx";
import { readEmailChange, readPasswordChange } from "../identity/forms/sign-in-forms.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";
import type { OwnData } from "./account-overview.server.ts";

interface SignInViewProps {
  own: OwnData;
  answer: (SentBack & { what: string }) | undefined;
}

/** Forms to change the sign-in's e-mail and password, with the current password (§5). */
export function SignInView({ own, answer }: SignInViewProps) {
  const t = useT();
  const words = (fault: Parameters<typeof formText>[1]) => formText(t, fault);
  const emailForm = useCheckedForm({
    check: (typed) => faultsOf(readEmailChange(typed, own.email)),
    words,
    answer: answer?.what === "email" ? answer : undefined,
    what: "email",
  });
  const passwordForm = useCheckedForm({
    check: (typed) => faultsOf(readPasswordChange(typed)),
    words,
    answer: answer?.what === "password" ? answer : undefined,
    what: "password",
  });
  return (
    <Page narrow>
      <Title faulty={emailForm.faulty ?? passwordForm.faulty}>{t("accounts.sign-in")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      {emailForm.summary}
      {passwordForm.summary}
      <PageHead title={t("accounts.sign-in")}>{t("accounts.sign-in.text")}</PageHead>
      <EmailChange form={emailForm} email={own.email} />
      <PasswordChange form={passwordForm} email={own.email} />
    </Page>
  );
}

function EmailChange({ form, email }: { form: CheckedForm; email: string }) {
  const t = useT();
  return (
    <Sheet title={t("accounts.email.title")} id="change-email">
      <p className="soft">
        <T id="accounts.email.now" values={{ email }} components={{ mail: <AddressText /> }} />
      </p>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="email" />
        <EmailField form={form} label={t("accounts.email.new")} hint={t("accounts.email.hint")} />
        <EmailField form={form} name="emailAgain" label={t("accounts.email.again")} />
        <CurrentPassword key={form.attempts} name="emailPassword" form={form} />
        <Button variant="main" busy={form.busy && t("identity.busy")}>
          {t("accounts.email.submit")}
        </Button>
      </Form>
    </Sheet>
  );
}

function PasswordChange({ form, email }: { form: CheckedForm; email: string }) {
  const t = useT();
  return (
    <Sheet title={t("accounts.password.title")} id="change-password">
      <p className="soft">{t("accounts.password.text")}</p>
      <Form method="post" {...form.props} className="stack" key={form.attempts}>
        <input type="hidden" name="what" value="password" />
        {/* Tells a password manager which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <CurrentPassword name="currentPassword" form={form} />
        <NewPasswordTwice form={form} />
        <Button variant="main" busy={form.busy && t("identity.busy")}>
          {t("accounts.password.submit")}
        </Button>
      </Form>
    </Sheet>
  );
}

function CurrentPassword({ name, form }: { name: string; form: CheckedForm }) {
  const t = useT();
  return (
    <PasswordField
      name={name}
      label={t("accounts.current-password")}
      error={form.error(name)}
      autoComplete="current-password"
      show={t("identity.password.show")}
      hide={t("identity.password.hide")}
      required
    />
  );
}
