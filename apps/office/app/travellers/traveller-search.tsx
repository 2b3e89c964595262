import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/field.tsx";
import { SearchIcon } from "@guichet/ui/icons.tsx";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { Key } from "../shell/keys.tsx";
import { useNetwork } from "../shell/shell.tsx";
import { useT } from "../shell/texts.tsx";

/** The one box by which a traveller is found: stands on the list and on every traveller. */
export function TravellerSearch({ query, hint }: { query?: string | undefined; hint?: string | undefined }) {
  const t = useT();
  const network = useNetwork();
  return (
    <Form role="search" action={href("travellers", { network: network.id })} className="search">
      <Field
        key={query}
        label={t("travellers.query")}
        hint={hint}
        name="q"
        type="search"
        defaultValue={query}
        autoComplete="off"
        maxLength={100}
        side={<Key>/</Key>}
        action={<Button icon={<SearchIcon size="s" />}>{t("travellers.find")}</Button>}
      />
    </Form>
  );
}
