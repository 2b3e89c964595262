import { Button } from "@guichet/ui/button.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../../forms/form-values.ts";
import { href } from "../../paths.ts";
import { T, useT } from "../../texts/texts.tsx";
import { AddressText } from "../forms/email-text.tsx";
import { formText } from "../forms/form-texts.ts";
import { NewPasswordField } from "../forms/password-checklist.tsx";
import { readGuestPassword } from "../forms/sign-in-forms.ts";

/** Form with which a guest creates an account: it asks only for the password. */
export function GuestAccount({ email, answer }: { email: string; answer: SentBack | undefined }) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readGuestPassword(typed)),
    words: (fault) => formText(t, fault),
    answer,
    what: "guest",
  });
  return (
    <Sheet title={t("identity.guest-account.title")} id="guest-account">
      {form.summary}
      <p className="soft">
        <T id="identity.guest-account.text" values={{ email }} components={{ mail: <AddressText /> }} />
      </p>
      <Form method="post" action={href("register")} {...form.props} className="stack">
        <input type="hidden" name="what" value="guest" />
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          key={form.attempts}
          name="password"
          label={t("identity.password")}
          error={form.error("password")}
        />
        <Button variant="main" big busy={form.busy && t("identity.register.busy")}>
          {t("identity.register.submit")}
        </Button>
      </Form>
      <p className="small soft">
        <T id="identity.register.privacy" components={{ privacy: <TextLink href={href("privacyPolicy")} /> }} />
      </p>
    </Sheet>
  );
}
