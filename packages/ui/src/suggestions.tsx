import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

export interface Suggestion {
  value: string;
  label: ReactNode;
}

interface SuggestionsParts<P extends Suggestion> {
  /** The name of the list, for who hears it. */
  label: string;
  /** Where nothing has to be chosen: the same array as long as it holds the same. */
  options: readonly P[];
  /** The value that is chosen; undefined: the field may hold anything, and nothing is chosen unless one goes to it. */
  chosen: string | undefined;
  choose: (option: P | undefined) => void;
  closed?: () => void;
}

interface SuggestionList {
  open: boolean;
  /** Shows the list after something was typed. */
  type(): void;
  /** Shows the list at what is chosen. */
  show(): void;
  close(): void;
  /** To spread on the field, which keeps the focus. */
  field: Pick<
    ComponentPropsWithRef<"input">,
    "role" | "aria-autocomplete" | "aria-expanded" | "aria-controls" | "aria-activedescendant" | "onKeyDown"
  >;
  list: ReactNode;
}

const none = -1;

/**
 * The list under a field that proposes what could stand in it (WAI-ARIA 1.2 combobox with a list box). Arrows move, Enter
 * chooses, Escape closes; in a field that may hold anything Home and End go back into the text, and Enter without an option
 * does what it does in every field.
 */
export function useSuggestions<P extends Suggestion>(parts: SuggestionsParts<P>): SuggestionList {
  const { label, options, chosen, choose, closed } = parts;
  const free = chosen === undefined;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(free ? none : 0);
  const [seen, setSeen] = useState(options);
  if (free && seen !== options) {
    // What comes later under the same keys is not what somebody went to.
    setSeen(options);
    setActive(none);
  }
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const optionId = (place: number) => `${listId}-${place}`;
  const shown = open && options.length > 0;
  const isActive = shown && active in options;

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [open, active]);

  const openAt = (place: number) => {
    setOpen(true);
    setActive(place);
  };
  const close = () => {
    setOpen(false);
    closed?.();
  };
  const take = (option: P | undefined) => {
    choose(option);
    close();
  };
  const show = () =>
    openAt(
      Math.max(
        0,
        options.findIndex(({ value }) => value === chosen),
      ),
    );
  const move = (step: number) => {
    if (!open) show();
    else if (options.length > 0) setActive(active === none && step < 0 ? options.length - 1 : wrapped(active + step));
  };
  const wrapped = (place: number) => (place + options.length) % options.length;
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (free && options.length === 0)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Enter" && open && (isActive || !free)) take(options[active]);
    else if (event.key === "Escape" && open) close();
    else {
      if (free && (event.key === "Home" || event.key === "End")) setActive(none);
      return;
    }
    event.preventDefault();
  };

  return {
    open,
    type: () => openAt(free ? none : 0),
    show,
    close,
    field: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": shown,
      "aria-controls": listId,
      "aria-activedescendant": isActive ? optionId(active) : undefined,
      onKeyDown: press,
    },
    list: (
      <div id={listId} ref={list} role="listbox" aria-label={label} hidden={!shown}>
        {open &&
          options.map((option, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and takes the keys
            <div
              key={option.value}
              id={optionId(place)}
              role="option"
              aria-selected={free ? place === active : option.value === chosen}
              data-active={place === active ? "" : undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
              tabIndex={-1}
            >
              {option.label}
            </div>
          ))}
      </div>
    ),
  };
}
