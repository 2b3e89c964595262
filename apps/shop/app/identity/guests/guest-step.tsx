import { Button } from "@guichet/ui/button.tsx";
import { DateOfBirthField } from "@guichet/ui/forms/date-of-birth-field.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, type SentBack, type Typed } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { useToday } from "../../request-context/today.ts";
import { T, useT } from "../../texts/texts.tsx";
import { DataProtection } from "../forms/data-protection.tsx";
import { formText } from "../forms/form-texts.ts";
import { NameFields } from "../forms/person-form.tsx";
import { readGuest } from "../forms/sign-in-forms.ts";

interface GuestStepProps {
  start: Typed;
  answer: SentBack | undefined;
  /** An article in the cart has age limits. */
  asksBirthDate: boolean;
}

/** Form for buying without an account: only the data that tickets and invoice need. */
export function GuestStep({ start, answer, asksBirthDate }: GuestStepProps) {
  const t = useT();
  const today = useToday();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readGuest(typed, today())),
    words: (fault) => formText(t, fault),
    answer,
  });
  const part = (name: "day" | "month" | "year") => form.value(`birthDate-${name}`) ?? start[`birthDate-${name}`] ?? "";
  return (
    <>
      <Title faulty={form.faulty}>{t("identity.guest.title")}</Title>
      <BackLink href={href("inviteLogin")} label={t("identity.guest.back")} />
      {form.summary}
      <PageHead title={t("identity.guest.title")}>{t("identity.guest.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <NameFields form={form} start={start} />
        {asksBirthDate && (
          <DateOfBirthField
            name="birthDate"
            label={t("identity.birth-date")}
            hint={t("identity.guest.birth-date")}
            error={form.error("birthDate")}
            labels={{ day: t("identity.day"), month: t("identity.month"), year: t("identity.year") }}
            values={{ day: part("day"), month: part("month"), year: part("year") }}
            required
          />
        )}
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
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("identity.continue")}
        </Button>
      </Form>
    </>
  );
}
