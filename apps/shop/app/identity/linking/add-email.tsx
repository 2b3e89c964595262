import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { ShieldIcon } from "@guichet/ui/more-icons.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { formText } from "../forms/form-texts.ts";
import { NewPasswordTwice } from "../forms/new-password-twice.tsx";
import { readNewSignIn } from "../forms/sign-in-forms.ts";
import { AboutFederation } from "../providers/provider-button.tsx";

interface AddEmailProps {
  /** `replace`: the federation identity is unlinked after the e-mail sign-in is added. */
  what: "add" | "replace";
  /** True if the user has just reauthenticated with the federation. */
  reauthenticated: boolean;
  /** Initial value. */
  email: string;
  answer: SentBack | undefined;
}

/** Form to add e-mail sign-in to an account that only has the federation: reauthentication first, then the form. */
export function AddEmail({ what, reauthenticated, email, answer }: AddEmailProps) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readNewSignIn(typed)),
    words: (fault) => formText(t, fault),
    answer,
    what,
  });
  const needsReauthentication =
    !reauthenticated || answer?.faults.some(({ code }) => code === "REAUTHENTICATION_REQUIRED");
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t(`identity.${what}.title`)}</Title>
      <BackLink href={href("account", undefined, { edit: "sign-in-methods" })} label={t("identity.add.back")} />
      {form.summary}
      <PageHead title={t(`identity.${what}.title`)}>{t(`identity.${what}.text`)}</PageHead>
      {needsReauthentication ? (
        <ReauthenticateAtFederation />
      ) : (
        <Form method="post" {...form.props} className="stack">
          <input type="hidden" name="what" value={what} />
          <Field
            name="email"
            type="email"
            label={t("identity.email")}
            hint={t("identity.email.hint")}
            error={form.error("email")}
            defaultValue={form.value("email") ?? email}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
          />
          <NewPasswordTwice form={form} />
          <Button variant="main" big busy={form.busy && t("identity.busy")}>
            {t(`identity.${what}.submit`)}
          </Button>
        </Form>
      )}
    </Page>
  );
}

/** Button to reauthenticate with the federation, for accounts without a password (§6). */
export function ReauthenticateAtFederation({ submit }: { submit?: string }) {
  const t = useT();
  return (
    <Form method="post" reloadDocument className="stack" data-gap="m">
      <input type="hidden" name="what" value="prove" />
      <p>{t("identity.reauthenticate.text")}</p>
      <Button variant="state" big icon={<ShieldIcon />}>
        {submit ?? t("identity.reauthenticate.submit")}
      </Button>
      <AboutFederation />
    </Form>
  );
}
