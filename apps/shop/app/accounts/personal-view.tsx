import { BackLink } from "@guichet/ui/back-link.tsx";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/field.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useEffect, useState } from "react";
import { Form } from "react-router";
import { DataProtection } from "../identity/data-protection.tsx";
import { formText } from "../identity/form-texts.ts";
import { birthDateParts } from "../identity/person-fields.ts";
import { BirthDateField, NameFields } from "../identity/person-form.tsx";
import { SynchronisedFacts } from "../identity/synchronised-facts.tsx";
import { useToday } from "../identity/today.ts";
import { href } from "../paths.ts";
import { type CheckedForm, useCheckedForm } from "../shell/checked-form.tsx";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { faultsOf, type SentBack } from "../shell/typed.ts";
import type { TariffStatus } from "../travellers/tariff-status.server.ts";
import { TariffStatusField } from "../travellers/tariff-status.tsx";
import type { OwnData } from "./overview.server.ts";
import { anyPhone, type PhoneReader, readPersonal, readReach } from "./read-personal.ts";

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
            {!own.synchronised.includes("lastName") && <NameFields form={form} start={start} />}
            {!own.synchronised.includes("birthDate") && <BirthDateField form={form} start={start} />}
            <TariffStatusField statuses={statuses} value={form.value("tariffStatus") ?? own.tariffStatus} />
          </Sheet>
        )}
        <Sheet title={t("accounts.personal.reach")} id="reach">
          <Field
            name="phone"
            type="tel"
            label={t("accounts.phone")}
            mark={t("identity.optional")}
            hint={t("accounts.phone.hint")}
            error={form.error("phone")}
            defaultValue={form.value("phone") ?? own.phone ?? ""}
            autoComplete="tel"
            maxLength={40}
          />
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

function AddressSheet({ form, address }: { form: CheckedForm; address: OwnData["address"] }) {
  const t = useT();
  const field = (name: keyof NonNullable<OwnData["address"]>, label: string, autoComplete: string) => (
    <Field
      name={name}
      label={label}
      error={form.error(name)}
      defaultValue={form.value(name) ?? address?.[name] ?? ""}
      autoComplete={autoComplete}
      dir="auto"
      maxLength={200}
    />
  );
  return (
    <Sheet title={t("accounts.address")} id="address">
      {field("addressRoute", t("accounts.address.route"), "street-address")}
      <div className="stack" data-two="">
        {field("addressPostalCode", t("accounts.address.postal-code"), "postal-code")}
        {field("addressCity", t("accounts.address.city"), "address-level2")}
      </div>
      {field("addressState", t("accounts.address.state"), "country-name")}
    </Sheet>
  );
}

/** The numbering plans are heavy: they come once this page is there, and until then the server alone checks. */
function usePhoneReader(): PhoneReader {
  const [reader, setReader] = useState<{ read: PhoneReader }>({ read: anyPhone });
  useEffect(() => {
    let here = true;
    const come = import("@guichet/rules/phones.ts").then(({ readPhone }) => {
      if (here) setReader({ read: (text) => readPhone(text) });
    });
    come.catch(() => undefined);
    return () => {
      here = false;
    };
  }, []);
  return reader.read;
}
