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
  /** Label of the list for screen readers. */
  label: string;
  /** Options where no choice is required: the same array as long as its content is the same. */
  options: readonly P[];
  /** The chosen value; undefined: free text is allowed, and an option is only chosen explicitly. */
  chosen: string | undefined;
  choose: (option: P | undefined) => void;
  closed?: () => void;
}

interface SuggestionList {
  open: boolean;
  /** Opens the list after typing. */
  type(): void;
  /** Opens the list at the chosen option. */
  show(): void;
  close(): void;
  /** Props of the field, which keeps the focus. */
  field: Pick<
    ComponentPropsWithRef<"input">,
    "role" | "aria-autocomplete" | "aria-expanded" | "aria-controls" | "aria-activedescendant" | "onKeyDown"
  >;
  list: ReactNode;
}

const none = -1;

/**
 * List of suggestions below a field (WAI-ARIA 1.2 combobox with a list box). Arrows move, Enter chooses, Escape closes; in a field
 * with free text, Home and End move in the text, and Enter without an active option submits
 * the form.
 */
export function useSuggestions<P extends Suggestion>(parts: SuggestionsParts<P>): SuggestionList {
  const { label, options, chosen, choose, closed } = parts;
  const free = chosen === undefined;
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(free ? none : 0);
  const [seen, setSeen] = useState(options);
  if (free && seen !== options) {
    // New options may have the keys of earlier ones: none is active.
    setSeen(options);
    setActive(none);
  }
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const shown = open && options.length > 0;
  const isActive = shown && active in options;

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [open, active]);

  const openAt = (index: number) => {
    setOpen(true);
    setActive(index);
  };
  const close = () => {
    setOpen(false);
    closed?.();
  };
  const take = (option: P | undefined) => {
    choose(option);
    close();
  };
  const show = () => openAt(Math.max(0, indexOf(options, chosen)));
  const move = (step: number) => {
    if (!open) show();
    else if (options.length > 0) setActive(movedIndex(active, step, options.length));
  };
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
      "aria-activedescendant": isActive ? optionId(listId, active) : undefined,
      onKeyDown: press,
    },
    list: (
      <div id={listId} ref={list} role="listbox" aria-label={label} hidden={!shown}>
        {open &&
          options.map((option, index) => (
            <ListOption
              key={option.value}
              id={optionId(listId, index)}
              isSelected={free ? index === active : option.value === chosen}
              isActive={index === active}
              take={() => take(option)}
            >
              {option.label}
            </ListOption>
          ))}
      </div>
    ),
  };
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

const indexOf = (options: readonly Suggestion[], chosen: string | undefined): number =>
  options.findIndex(({ value }) => value === chosen);

/** The option after a step of one, around the ends of the list. */
const movedIndex = (active: number, step: number, count: number): number =>
  active === none && step < 0 ? count - 1 : (active + step + count) % count;

interface ListOptionProps {
  id: string;
  isSelected: boolean;
  isActive: boolean;
  take: () => void;
  children: ReactNode;
}

function ListOption({ id, isSelected, isActive, take, children }: ListOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and takes the keys
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      data-active={isActive ? "" : undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={take}
      tabIndex={-1}
    >
      {children}
    </div>
  );
}
