import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { SearchIcon } from "@guichet/ui/icons.tsx";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { Key } from "./keys.tsx";
import { useNetwork } from "./page-context.tsx";
import { useT } from "./texts.tsx";

interface SearchBoxProps {
  /** What is found: the page that lists it, and the words of the box. */
  of: "transportCards" | "travellers";
  query?: string | undefined;
  hint?: string | undefined;
}

/** The one box by which something is found: stands on the list and on every page of one. */
export function SearchBox({ of, query, hint }: SearchBoxProps) {
  const t = useT();
  const network = useNetwork();
  const texts = of === "transportCards" ? "transport-cards" : of;
  return (
    <Form role="search" action={href(of, { network: network.id })} className="search">
      <Field
        key={query}
        label={t(`${texts}.query`)}
        hint={hint}
        name="q"
        type="search"
        defaultValue={query}
        autoComplete="off"
        maxLength={100}
        side={<Key>/</Key>}
        action={<Button icon={<SearchIcon size="s" />}>{t(`${texts}.find`)}</Button>}
      />
    </Form>
  );
}
