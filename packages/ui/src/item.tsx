import type { ReactNode } from "react";
import { TextLink } from "./link.tsx";
import { ChevronOnwardIcon } from "./more-icons.tsx";

type ItemProps = {
  icon?: ReactNode;
  name: ReactNode;
  note?: ReactNode;
  /** Makes the item a link with a chevron; otherwise `end` contains its actions. */
  href?: string;
  end?: ReactNode;
};

/** A row of a sheet: an editable fact, or a link. */
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
