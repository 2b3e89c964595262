import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { type CheckedForm, useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { OwnPassword } from "../identity/forms/credential-fields.tsx";
import { DataProtection } from "../identity/forms/data-protection.tsx";
import { formText } from "../identity/forms/form-texts.ts";
import { birthDateParts } from "../identity/forms/person-fields.ts";
import { BirthDateField, NameFields } from "../identity/forms/person-form.tsx";
import { readReauthentication } from "../identity/forms/sign-in-forms.ts";
import { SynchronisedFacts } from "../identity/forms/synchronised-facts.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useToday } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { AddressSheet, PhoneField, usePhoneReader } from "../travellers/contact-fields.tsx";
import { PersonChangeNote } from "../travellers/person-change-note.tsx";
import { readContact, readPersonal } from "../travellers/read-personal-data.ts";
import type { TariffStatus } from "../travellers/tariff-status.server.ts";
import { TariffStatusField } from "../travellers/tariff-status.tsx";
import type { OwnData } from "./account-overview.server.ts";

interface PersonalViewProps {
  own: OwnData;
  /** Tariff statuses to choose from; empty: the field is not shown. */
  statuses: readonly TariffStatus[];
  /** Reauthentication at a provider: the contact e-mail to save afterwards, and the outcome. */
  proving: { contactEmail: string | undefined; isReauthenticated: boolean; refused: string | null };
  answer: (SentBack & { what: string }) | undefined;
}

/** Form for names, birth date, phone, address and contact e-mail. */
export function PersonalView({ own, statuses, proving, answer }: PersonalViewProps) {
  const t = useT();
  const today = useToday();
  const readPhone = usePhoneReader();
  const asksPassword = answer?.faults.some(({ field }) => field === "currentPassword") ?? false;
  const asksProvider = answer?.faults.some(({ code }) => code === "REAUTHENTICATION_REQUIRED") ?? false;
  const form = useCheckedForm({
    check: (typed) => [
      ...faultsOf(
        own.isHolder ? readPersonal(typed, today(), readPhone, own.synchronised) : readContact(typed, readPhone),
      ),
      ...(asksPassword ? faultsOf(readReauthentication(typed)) : []),
    ],
    words: (fault) => formText(t, fault),
    answer,
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("accounts.personal")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      {form.summary}
      <PageHead title={t("accounts.personal")}>
        {t(own.isHolder ? "accounts.personal.text" : "accounts.personal.text.traveller")}
      </PageHead>
      {answer === undefined && <ReauthenticationResult proving={proving} />}
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="personal" />
        {own.isHolder && <IdentitySheet form={form} own={own} statuses={statuses} />}
        <ContactSheet form={form} own={own} proving={proving} />
        <AddressSheet form={form} address={own.address} />
        <DataProtection />
        {asksPassword && (
          <Sheet title={t("accounts.reauthenticate.password")} id="prove">
            <OwnPassword form={form} label={t("accounts.current-password")} />
          </Sheet>
        )}
        {asksProvider && (
          <>
            <input type="hidden" name="prove" value="provider" />
            <p>{t("accounts.sign-in-methods.reauthenticate")}</p>
          </>
        )}
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t(asksProvider ? "accounts.reauthenticate.submit" : "accounts.save")}
        </Button>
      </Form>
    </Page>
  );
}

/** Result of the step-up authentication at a provider. */
function ReauthenticationResult({ proving: { refused, isReauthenticated } }: Pick<PersonalViewProps, "proving">) {
  const t = useT();
  return (
    <>
      {refused !== null && <Notice tone="bad" role="alert" title={formText(t, { code: refused })} />}
      {isReauthenticated && <Notice tone="ok" role="status" title={t("accounts.personal.reauthenticated")} />}
    </>
  );
}

/** Names, birth date and tariff status; fields supplied by an identity provider are read-only. */
function IdentitySheet({ form, own, statuses }: { form: CheckedForm } & Pick<PersonalViewProps, "own" | "statuses">) {
  const t = useT();
  const start = { firstName: own.firstName, lastName: own.lastName, ...birthDateParts(own.birthDate) };
  return (
    <Sheet title={t("accounts.personal.who")} id="who">
      <SynchronisedFacts fields={own.synchronised} values={own} />
      {own.firstName !== "" && !own.synchronised.includes("lastName") && <PersonChangeNote />}
      {!own.synchronised.includes("lastName") && <NameFields form={form} start={start} />}
      {!own.synchronised.includes("birthDate") && <BirthDateField form={form} start={start} />}
      <TariffStatusField statuses={statuses} value={form.value("tariffStatus") ?? own.tariffStatus} />
    </Sheet>
  );
}

function ContactSheet({ form, own, proving }: { form: CheckedForm } & Pick<PersonalViewProps, "own" | "proving">) {
  const t = useT();
  return (
    <Sheet title={t("accounts.personal.reach")} id="reach">
      <PhoneField form={form} phone={own.phone} />
      {own.isHolder && (
        <Field
          name="contactEmail"
          type="email"
          label={t("accounts.contact-email")}
          mark={t("identity.optional")}
          hint={t("accounts.contact-email.hint")}
          error={form.error("contactEmail")}
          defaultValue={form.value("contactEmail") ?? proving.contactEmail ?? own.contactEmail ?? ""}
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
        />
      )}
    </Sheet>
  );
}
