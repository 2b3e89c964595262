import { BackLink } from "@guichet/ui/back-link.tsx";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/field.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { PageHead } from "@guichet/ui/page.tsx";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { useCheckedForm } from "../shell/checked-form.tsx";
import { T, useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { faultsOf, type SentBack, type Typed } from "../shell/typed.ts";
import { DataProtection } from "./data-protection.tsx";
import { formText } from "./form-texts.ts";
import { NameFields } from "./person-form.tsx";
import { readGuest } from "./sign-in-forms.ts";

/** Who buys without an account: what the tickets and the invoice need, no more. */
export function GuestStep({ start, answer }: { start: Typed; answer: SentBack | undefined }) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readGuest(typed)),
    words: (fault) => formText(t, fault),
    answer,
  });
  return (
    <>
      <Title faulty={form.faulty}>{t("identity.guest.title")}</Title>
      <BackLink href={href("inviteLogin")} label={t("identity.guest.back")} />
      {form.summary}
      <PageHead title={t("identity.guest.title")}>{t("identity.guest.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <NameFields form={form} start={start} />
        <Field
          name="email"
          type="email"
          label={t("identity.email")}
          hint={t("identity.guest.email")}
          error={form.error("email")}
          defaultValue={form.value("email") ?? start.email}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
        />
        <DataProtection />
        <p className="small soft">
          <T id="identity.guest.privacy" components={{ privacy: <TextLink href={href("privacyPolicy")} /> }} />
        </p>
        <Button look="main" big busy={form.busy && t("identity.busy")}>
          {t("identity.continue")}
        </Button>
      </Form>
    </>
  );
}
