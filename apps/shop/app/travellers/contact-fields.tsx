import { Field } from "@guichet/ui/forms/field.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useEffect, useState } from "react";
import { StreetField } from "../addresses/street-field.tsx";
import type { CheckedForm } from "../forms/checked-form.tsx";
import { usePageContext } from "../page/page-context.tsx";
import { useT } from "../texts/texts.tsx";
import { type Address, anyPhone, type PhoneReader } from "./read-personal-data.ts";

/** Field for an optional phone number. */
export function PhoneField({ form, phone }: { form: CheckedForm; phone: string | null }) {
  const t = useT();
  return (
    <Field
      name="phone"
      type="tel"
      label={t("travellers.phone")}
      mark={t("identity.optional")}
      hint={t("travellers.phone.hint", { example: usePageContext().network.phoneExample })}
      error={form.error("phone")}
      defaultValue={form.value("phone") ?? phone ?? ""}
      autoComplete="tel"
      maxLength={40}
    />
  );
}

/** Fields for an address, complete or empty. */
export function AddressSheet({ form, address }: { form: CheckedForm; address: Address | null }) {
  const t = useT();
  const start = (name: keyof Address) => ({
    error: form.error(name),
    defaultValue: form.value(name) ?? address?.[name] ?? "",
    maxLength: 200,
  });
  const field = (name: keyof Address, label: string, autoComplete: string) => (
    <Field name={name} label={label} autoComplete={autoComplete} dir="auto" {...start(name)} />
  );
  return (
    <Sheet title={t("travellers.address")} id="address">
      <StreetField label={t("travellers.address.route")} {...start("addressRoute")} />
      <div className="stack" data-two="">
        {field("addressPostalCode", t("travellers.address.postal-code"), "postal-code")}
        {field("addressCity", t("travellers.address.city"), "address-level2")}
      </div>
      {field("addressState", t("travellers.address.state"), "country-name")}
    </Sheet>
  );
}

/** Loads the numbering plans, which are large, after the page; until then only the server validates. */
export function usePhoneReader(): PhoneReader {
  const { country } = usePageContext().network;
  const [reader, setReader] = useState<{ read: PhoneReader }>({ read: anyPhone });
  useEffect(() => {
    let here = true;
    const come = import("@guichet/rules/persons/phones.ts").then(({ readPhone }) => {
      if (here) setReader({ read: (text) => readPhone(text, country) });
    });
    come.catch(() => undefined);
    return () => {
      here = false;
    };
  }, [country]);
  return reader.read;
}
