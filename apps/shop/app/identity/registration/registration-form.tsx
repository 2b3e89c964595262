import { Button } from "@guichet/ui/button.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Form } from "react-router";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import { href } from "../../paths.ts";
import { T, useT } from "../../texts/texts.tsx";
import { DataProtection } from "../forms/data-protection.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { NewPasswordField } from "../forms/password-checklist.tsx";
import { BirthDateField, NameFields } from "../forms/person-form.tsx";

/** Fields of an account: names, birth date, e-mail and password. `what`: identifies this form among several on a page. */
export function RegistrationForm({ form, what }: { form: CheckedForm; what?: string }) {
  const t = useT();
  return (
    <Form method="post" {...form.props} className="stack">
      {what !== undefined && <input type="hidden" name="what" value={what} />}
      <NameFields form={form} />
      <BirthDateField form={form} />
      <EmailField form={form} hint={t("identity.email.hint")} />
      <NewPasswordField
        key={form.attempts}
        name="password"
        label={t("identity.password")}
        error={form.error("password")}
      />
      <DataProtection />
      <p className="small soft">
        <T id="identity.register.privacy" components={{ privacy: <TextLink href={href("privacyPolicy")} /> }} />
      </p>
      <Button variant="main" big busy={form.busy && t("identity.register.busy")}>
        {t("identity.register.submit")}
      </Button>
    </Form>
  );
}
