import { BackLink } from "@guichet/ui/back-link.tsx";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/field.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { DataProtection } from "../identity/data-protection.tsx";
import { formText } from "../identity/form-texts.ts";
import { birthDateParts } from "../identity/person-fields.ts";
import { BirthDateField, NameFields } from "../identity/person-form.tsx";
import { SynchronisedFacts } from "../identity/synchronised-facts.tsx";
import { useToday } from "../identity/today.ts";
import { href } from "../paths.ts";
import { useCheckedForm } from "../shell/checked-form.tsx";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { faultsOf, type SentBack } from "../shell/typed.ts";
import { PersonChangeNote } from "../travellers/person-change-note.tsx";
import type { TariffStatus } from "../travellers/tariff-status.server.ts";
import { TariffStatusField } from "../travellers/tariff-status.tsx";
import type { OwnData } from "./overview.server.ts";
import { AddressSheet, PhoneField, usePhoneReader } from "./reach-fields.tsx";
import { readPersonal, readReach } from "./read-personal.ts";

interface PersonalViewProps {
  own: OwnData;
  /** The tariff statuses that may be declared; none: nothing is asked. */
  statuses: readonly TariffStatus[];
  answer: (SentBack & { what: string }) | undefined;
}

/** Names, birth date, phone, address and the e-mail to write to, to change. */
export function PersonalView({ own, statuses, answer }: PersonalViewProps) {
  const t = useT();
  const today = useToday();
  const readPhone = usePhoneReader();
  const form = useCheckedForm({
    check: (typed) =>
      faultsOf(own.isHolder ? readPersonal(typed, today(), readPhone, own.synchronised) : readReach(typed, readPhone)),
    words: (fault) => formText(t, fault),
    answer,
  });
  const start = { firstName: own.firstName, lastName: own.lastName, ...birthDateParts(own.birthDate) };
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("accounts.personal")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      {form.summary}
      <PageHead title={t("accounts.personal")}>
        {t(own.isHolder ? "accounts.personal.text" : "accounts.personal.text.traveller")}
      </PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="personal" />
        {own.isHolder && (
          <Sheet title={t("accounts.personal.who")} id="who">
            <SynchronisedFacts fields={own.synchronised} values={own} />
            {own.firstName !== "" && !own.synchronised.includes("lastName") && <PersonChangeNote />}
            {!own.synchronised.includes("lastName") && <NameFields form={form} start={start} />}
            {!own.synchronised.includes("birthDate") && <BirthDateField form={form} start={start} />}
            <TariffStatusField statuses={statuses} value={form.value("tariffStatus") ?? own.tariffStatus} />
          </Sheet>
        )}
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
              defaultValue={form.value("contactEmail") ?? own.contactEmail ?? ""}
              autoComplete="email"
              autoCapitalize="none"
              maxLength={254}
            />
          )}
        </Sheet>
        <AddressSheet form={form} address={own.address} />
        <DataProtection />
        <Button look="main" big busy={form.busy && t("identity.busy")}>
          {t("accounts.save")}
        </Button>
      </Form>
    </Page>
  );
}
