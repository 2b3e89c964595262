import { Sheet } from "@guichet/ui/sheet.tsx";
import type { CheckedForm } from "../forms/checked-form.tsx";
import { birthDateParts } from "../identity/forms/person-fields.ts";
import { BirthDateField, NameFields } from "../identity/forms/person-form.tsx";
import { useT } from "../texts/texts.tsx";
import { AddressSheet, PhoneField } from "./contact-fields.tsx";
import { PersonChangeNote } from "./person-change-note.tsx";
import type { Address } from "./read-personal-data.ts";
import type { TariffStatus } from "./tariff-status.server.ts";
import { TariffStatusField } from "./tariff-status.tsx";

interface TravellerFieldsProps {
  form: CheckedForm;
  /** The initial values of the fields. */
  start?: {
    firstName: string;
    lastName: string;
    birthday: string | null;
    phone: string | null;
    address: Address | null;
  };
  /** Set only when the traveller is added; later the status has its own form. */
  statuses?: readonly TariffStatus[];
}

/** Fields for a traveller's identity and contact details. */
export function TravellerFields({ form, start, statuses = [] }: TravellerFieldsProps) {
  const t = useT();
  const values = start && { firstName: start.firstName, lastName: start.lastName, ...birthDateParts(start.birthday) };
  return (
    <>
      <Sheet title={t("travellers.who")} id="who">
        {start !== undefined && <PersonChangeNote />}
        <NameFields form={form} start={values} isOther />
        <BirthDateField form={form} start={values} isOther />
        <TariffStatusField statuses={statuses} value={form.value("tariffStatus") ?? null} />
      </Sheet>
      <Sheet title={t("travellers.reach")} id="reach">
        <PhoneField form={form} phone={start?.phone ?? null} />
      </Sheet>
      <AddressSheet form={form} address={start?.address ?? null} />
    </>
  );
}
