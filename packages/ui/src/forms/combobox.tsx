import { useState } from "react";
import { useHydrated } from "../hydrated.ts";
import { LiveRegion } from "../page/live-region.tsx";
import { describedBy, FieldFrame, type FieldWords } from "./field-frame.tsx";
import { type Option, Select } from "./select.tsx";
import { useSuggestions } from "./suggestions.tsx";

type ComboboxProps = FieldWords & {
  name: string;
  options: readonly Option[];
  /** "" if nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Finds the options that match the typed text, best first. */
  find: (typed: string) => readonly Option[];
  words: { choose: string; found: (count: number) => string };
};

/** Maximum number of displayed options; further typing shows the others. */
const shownMost = 50;

/**
 * Selects one item of a long list by typing (ARIA combobox with a list box). Arrows move, Enter chooses, Escape closes; without
 * script it is a native select.
 */
export function Combobox(props: ComboboxProps) {
  const scripted = useHydrated();
  /** Whether somebody chose in the list before scripts ran: it stays, so that their choice is not lost. */
  const [listKept, setListKept] = useState(false);
  const { label, mark, hint, error, name, options, value, onChange, words } = props;
  if (scripted && !listKept) return <Searchable {...props} />;
  return (
    <Select
      {...{ label, mark, hint, error, name, value }}
      ref={(list) => {
        if (list && list.value !== value) setListKept(true);
      }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={[{ value: "", label: words.choose }, ...options]}
    />
  );
}

function Searchable({ label, mark, hint, error, name, options, value, onChange, find, words }: ComboboxProps) {
  const chosen = options.find((option) => option.value === value)?.label ?? "";
  /** null: nothing is being typed, and the field shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null);
  const found = (typed === null ? options : find(typed)).slice(0, shownMost);
  const proposals = useSuggestions({
    label: typeof label === "string" ? label : words.choose,
    options: found,
    chosen: value,
    choose: (option) => option && onChange(option.value),
    closed: () => setTyped(null),
  });
  // On blur, a unique match is chosen; an emptied field chooses nothing.
  const leave = () => {
    if (typed?.trim() === "") onChange("");
    else if (typed !== null && found.length === 1) onChange(found[0]?.value ?? "");
    proposals.close();
  };
  const frame = { label, mark, hint, error };
  return (
    <FieldFrame id={name} {...frame}>
      <div className="combobox">
        <input
          id={name}
          className="input"
          type="text"
          {...proposals.field}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(name, frame)}
          placeholder={words.choose}
          value={typed ?? chosen}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            proposals.type();
          }}
          onClick={proposals.show}
          onBlur={leave}
        />
        {proposals.list}
      </div>
      <LiveRegion>{proposals.open && typed !== null ? words.found(found.length) : null}</LiveRegion>
    </FieldFrame>
  );
}
