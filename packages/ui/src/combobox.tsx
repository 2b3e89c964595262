import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { describedBy, FieldFrame, type FieldWords } from "./field-frame.tsx";
import { useHydrated } from "./hydrated.ts";
import { LiveRegion } from "./live-region.tsx";
import { type Option, Select } from "./select.tsx";

type ComboboxProps = FieldWords & {
  name: string;
  options: readonly Option[];
  /** "" while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Says which options fit what was typed, best first. */
  find: (typed: string) => readonly Option[];
  words: { choose: string; found: (count: number) => string };
};

/** So many options are shown at once; typing more brings the others. */
const shownMost = 50;

/**
 * One line of a long list, found by typing (ARIA combobox with a list). Arrows move, Enter chooses, Escape closes; before script it
 * is a native list.
 */
export function Combobox(props: ComboboxProps) {
  const scripted = useHydrated();
  const { label, mark, hint, error, name, options, value, onChange, words } = props;
  if (scripted) return <Searchable {...props} />;
  return (
    <Select
      {...{ label, mark, hint, error, name, value }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={[{ value: "", label: words.choose }, ...options]}
    />
  );
}

function Searchable({ label, mark, hint, error, name, options, value, onChange, find, words }: ComboboxProps) {
  const chosen = options.find((option) => option.value === value)?.label ?? "";
  /** null: nothing is being typed, the field shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const found = (typed === null ? options : find(typed)).slice(0, shownMost);
  const optionId = (place: number) => `${listId}-${place}`;

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [open, active]);

  const show = (place: number) => {
    setOpen(true);
    setActive(place);
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const choose = (option: Option | undefined) => {
    if (option !== undefined) onChange(option.value);
    close();
  };
  const here = Math.max(
    0,
    found.findIndex((option) => option.value === value),
  );
  const move = (step: number) => {
    if (!open) show(typed === null ? here : 0);
    else if (found.length > 0) setActive((active + step + found.length) % found.length);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter" && open) choose(found[active]);
    else if (event.key === "Escape" && (open || typed !== null)) close();
    else return;
    event.preventDefault();
  };
  // Somebody who has typed enough and goes on has chosen; who has emptied the field has chosen nothing.
  const leave = () => {
    if (typed?.trim() === "") onChange("");
    else if (typed !== null && found.length === 1) onChange(found[0]?.value ?? "");
    close();
  };
  const frame = { label, mark, hint, error };
  return (
    <FieldFrame id={name} {...frame}>
      <div className="combobox">
        <input
          id={name}
          className="input"
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && found.length > 0 ? optionId(active) : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(name, frame)}
          placeholder={words.choose}
          value={typed ?? chosen}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            show(0);
          }}
          onClick={() => show(here)}
          onKeyDown={press}
          onBlur={leave}
        />
        <div
          id={listId}
          ref={list}
          role="listbox"
          aria-label={typeof label === "string" ? label : words.choose}
          hidden={!open || found.length === 0}
        >
          {open &&
            found.map((option, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and takes the keys
              <div
                key={option.value}
                id={optionId(place)}
                role="option"
                aria-selected={option.value === value}
                data-active={place === active ? "" : undefined}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                tabIndex={-1}
              >
                {option.label}
              </div>
            ))}
        </div>
      </div>
      <LiveRegion>{open && typed !== null ? words.found(found.length) : null}</LiveRegion>
    </FieldFrame>
  );
}
