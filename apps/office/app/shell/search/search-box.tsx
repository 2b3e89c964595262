import { searchQueryMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { SearchIcon } from "@guichet/ui/icons.tsx";
import { Form } from "react-router";
import { href } from "../../paths.ts";
import { Key } from "../keys.tsx";
import { useNetwork } from "../page-context.tsx";
import { useT } from "../texts.tsx";

interface SearchBoxProps {
  /** The subject of the search: selects the page with the results and the texts of the box. */
  of: "transportCards" | "travellers" | "search";
  query?: string | undefined;
  hint?: string | undefined;
  /** Whether the box has the focus when the page opens. */
  isFocused?: boolean;
}

/** The search box of a page: for everything, for cards or for travellers. */
export function SearchBox({ of, query, hint, isFocused = false }: SearchBoxProps) {
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
        maxLength={of === "search" ? searchQueryMaxLength : 100}
        autoFocus={isFocused}
        side={<Key>/</Key>}
        action={<Button icon={<SearchIcon size="s" />}>{t(`${texts}.find`)}</Button>}
      />
    </Form>
  );
}
