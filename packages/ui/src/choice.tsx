import type { ComponentPropsWithRef, ReactNode } from "react";

type PickProps = Omit<ComponentPropsWithRef<"input">, "className" | "style" | "type" | "name" | "value" | "title"> & {
  name: string;
  value: string;
  type?: "radio" | "checkbox";
};

type ChoiceProps = PickProps & {
  title: ReactNode;
  note?: ReactNode;
  /** A price or an icon at the end of the line. */
  end?: ReactNode;
  /** Below the line: instalments, an address. */
  more?: ReactNode;
};

/** A native radio or box on a card: the whole card is its label. When `disabled`, `note` says why. */
export function Choice({ type = "radio", title, note, end, more, ...input }: ChoiceProps) {
  return (
    <label className="pick">
      <input {...input} className="mark" type={type} />
      <span className="choice">
        <span>
          <span className="choice-title">{title}</span>
          {note && <span className="choice-note">{note}</span>}
        </span>
        {end && <span className="choice-end">{end}</span>}
        {more && <span className="choice-more">{more}</span>}
      </span>
    </label>
  );
}

/** A choice of one word, as a time slot. */
export function ChipChoice({ type = "radio", children, ...input }: PickProps & { children: ReactNode }) {
  return (
    <label className="pick">
      <input {...input} className="over" type={type} />
      <span className="chip">{children}</span>
    </label>
  );
}
