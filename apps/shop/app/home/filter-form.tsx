import type { Support } from "@guichet/contract/catalogue.ts";
import type { CatalogueFilter } from "@guichet/rules/catalogue/filter.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { SearchIcon } from "@guichet/ui/icons.tsx";
import { type FormEvent, useEffect, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { readFilter, writeFilter } from "./home-filter.ts";

interface FilterFormProps {
  /** Distinguishes the two instances of the form, for phones and for larger screens. */
  place: string;
  filter: CatalogueFilter;
  supports: readonly Support[];
  tariffs: readonly { id: string; name: string }[];
}

/** Form for the filters in the URL: submitted at every change with script, or by its button without script. */
export function FilterForm({ place, filter, supports, tariffs }: FilterFormProps) {
  const t = useT();
  const navigate = useNavigate();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = search.current;
    if (field && field.value.trim() !== (filter.search ?? "")) field.value = filter.search ?? "";
  }, [filter.search]);

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) values.set(name, String(value));
    const address = writeFilter(readFilter(values));
    const target = Object.keys(address).length > 0 ? href("home", undefined, address) : href("home");
    void navigate(target, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
  };
  return (
    <Form
      method="get"
      action={href("home")}
      onChange={apply}
      onSubmit={apply}
      role="search"
      className="grid items-end gap-4 md:grid-cols-3"
    >
      {filter.category && <input type="hidden" name="category" value={filter.category} />}
      <Field
        ref={search}
        id={`q-${place}`}
        name="q"
        type="search"
        label={t("home.search")}
        defaultValue={filter.search}
        autoComplete="off"
        maxLength={80}
        enterKeyHint="search"
      />
      <Select
        key={`support ${filter.support}`}
        id={`support-${place}`}
        name="support"
        label={t("shell.support")}
        defaultValue={filter.support ?? ""}
        options={[
          { value: "", label: t("shell.support.any") },
          ...supports.map((value) => ({ value, label: t(`shell.support.${value}`) })),
        ]}
      />
      {tariffs.length > 1 && (
        <Select
          key={`tariff ${filter.tariff}`}
          id={`tariff-${place}`}
          name="tariff"
          label={t("home.tariff")}
          defaultValue={filter.tariff ?? ""}
          options={[
            { value: "", label: t("home.tariff.any") },
            ...tariffs.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {/* Visible only without script: hiding the button later would shift the tickets under the customer's finger. */}
      <div className="hidden noscript:grid">
        <Button icon={<SearchIcon size="s" />}>{t("home.filter.apply")}</Button>
      </div>
    </Form>
  );
}
