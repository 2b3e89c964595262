import type { FoundAddress } from "@guichet/contract/addresses.ts";
import { Field } from "@guichet/ui/forms/field.tsx";
import { useSuggestions } from "@guichet/ui/forms/suggestions.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { type ChangeEvent, type ComponentProps, useMemo, useRef, useState } from "react";
import { usePageContext } from "../page/page-context.tsx";
import { useT } from "../texts/texts.tsx";
import { streetOf } from "./address-search.ts";
import { france, isAbroad } from "./country.ts";
import { useAddressSearch } from "./use-address-search.ts";

type FieldProps = ComponentProps<typeof Field>;
type StreetFieldProps = Pick<FieldProps, "label" | "error" | "defaultValue" | "maxLength">;
const ownProps = { name: "addressRoute", autoComplete: "street-address", dir: "auto" } as const;

/** Street field of a postal address, in a form with the other three address fields. */
export function StreetField(props: StreetFieldProps) {
  const { addressSearch } = usePageContext().network;
  return addressSearch ? <ProposingField {...props} /> : <Field {...ownProps} {...props} />;
}

/** Street field with address suggestions; choosing one fills the form, and every field stays editable. */
function ProposingField(props: StreetFieldProps) {
  const t = useT();
  // The list's markup is rendered only in the browser: without script there are no suggestions.
  const scripted = useHydrated();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [filled, setFilled] = useState("");
  const found = useAddressSearch(typed);
  const addresses = found?.addresses;
  const options = useMemo(() => (addresses ?? []).map(asOption), [addresses]);
  const proposals = useSuggestions({
    label: t("addresses.list"),
    options,
    chosen: undefined,
    choose(option) {
      if (option === undefined || field.current === null) return;
      fillIn(field.current, option.address);
      setFilled(option.address.label);
    },
    closed: () => setTyped(""),
  });
  const type = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    setFilled("");
    if (!isTyped(nativeEvent) || isAbroad(otherField(input, "addressState")?.value ?? "")) return proposals.close();
    setTyped(input.value);
    proposals.type();
  };
  const said = () => {
    if (filled !== "") return t("addresses.filled", { label: filled });
    return proposals.open && found?.text === typed.trim() ? t("addresses.found", { count: options.length }) : null;
  };
  return (
    <div className="combobox">
      <Field
        {...ownProps}
        {...props}
        {...(scripted ? proposals.field : {})}
        ref={field}
        onChange={type}
        onBlur={proposals.close}
      />
      {scripted && proposals.list}
      <LiveRegion>{said()}</LiveRegion>
    </div>
  );
}

const asOption = (address: FoundAddress) => ({
  value: address.label,
  label: (
    <span className="combobox-two">
      <bdi>{address.addressRoute}</bdi>{" "}
      <bdi>
        {address.addressPostalCode} {address.addressCity}
      </bdi>
    </span>
  ),
  address,
});

/** Whether the user typed the value; an address from the browser's autofill is already complete. */
const isTyped = (event: Event): boolean => event instanceof InputEvent && event.inputType !== "insertReplacementText";

function fillIn(street: HTMLInputElement, address: FoundAddress): void {
  write(street, streetOf(address, street.value));
  write(otherField(street, "addressPostalCode"), address.addressPostalCode);
  write(otherField(street, "addressCity"), address.addressCity);
  const country = otherField(street, "addressState");
  if (country?.value.trim() === "") write(country, france);
}

function otherField({ form }: HTMLInputElement, name: string): HTMLInputElement | undefined {
  const found = form?.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : undefined;
}

/** Writes the value and dispatches an input event, so that the form clears an error that the value fixes. */
function write(field: HTMLInputElement | undefined, value: string): void {
  if (field === undefined) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
