import type { ReactNode } from "react";
import { TextLink } from "./link.tsx";
import { ChevronOnwardIcon } from "./more-icons.tsx";

type ItemProps = {
  icon?: ReactNode;
  name: ReactNode;
  note?: ReactNode;
  /** Leads there, with a chevron; otherwise `end` holds what you can do. */
  href?: string;
  end?: ReactNode;
};

/** A line of a sheet: a fact that can be changed, or a way on. */
export function Item({ icon, name, note, href, end }: ItemProps) {
  const words = (
    <>
      {icon ?? <span />}
      <span>
        <span className="item-name">{name}</span>
        {note && <span className="item-note">{note}</span>}
      </span>
    </>
  );
  if (!href) {
    return (
      <div className="item">
        {words}
        {end}
      </div>
    );
  }
  return (
    <TextLink className="item" href={href}>
      {words}
      {end ?? <ChevronOnwardIcon size="s" />}
    </TextLink>
  );
}
