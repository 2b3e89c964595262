import type { ComponentPropsWithRef, ReactNode } from "react";
import { type AnchorProps, TextLink } from "./link.tsx";

/** A small link with an icon: header, back, edit. Requires an `aria-label` if only the icon is visible. */
export function ToolLink({ icon, children, ...rest }: AnchorProps & { icon?: ReactNode }) {
  return (
    <TextLink {...rest} className="tool">
      {icon}
      {children}
    </TextLink>
  );
}

type ToolButtonProps = Omit<ComponentPropsWithRef<"button">, "className" | "style"> & { icon?: ReactNode };

/** A small button with an icon: remove, theme, close. */
export function ToolButton({ icon, children, type = "submit", ...rest }: ToolButtonProps) {
  return (
    <button {...rest} type={type} className="tool">
      {icon}
      {children}
    </button>
  );
}
