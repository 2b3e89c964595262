import type { ComponentPropsWithRef, ReactNode } from "react";

type PickProps = Omit<ComponentPropsWithRef<"input">, "className" | "style" | "type" | "name" | "value" | "title"> & {
  name: string;
  value: string;
  type?: "radio" | "checkbox";
};

type ChoiceProps = PickProps & {
  title: ReactNode;
  note?: ReactNode;
  /** Price or icon at the end of the line. */
  end?: ReactNode;
  /** Content below the line: installments, an address. */
  more?: ReactNode;
};

/** A native radio button or checkbox on a card, which is its label. `note` explains a `disabled` one. */
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

/** A choice of one word, e.g. a time slot. */
export function ChipChoice({ type = "radio", children, ...input }: PickProps & { children: ReactNode }) {
  return (
    <label className="pick">
      <input {...input} className="over" type={type} />
      <span className="chip">{children}</span>
    </label>
  );
}
