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
  /** What stands there before anything is typed. */
  start?: {
    firstName: string;
    lastName: string;
    birthday: string | null;
    phone: string | null;
    address: Address | null;
  };
  /** Asked where the traveller is added; later it has a form of its own. */
  statuses?: readonly TariffStatus[];
}

/** Who a traveller is, and how they are reached. */
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
