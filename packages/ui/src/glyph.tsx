import type { ReactNode } from "react";

export type IconProps = {
  /** `m` is 24 px, `s` is 20 px. */
  size?: "s" | "m";
  /** Words for screen readers; without them the icon is decoration and stays silent. */
  label?: string;
};

type GlyphProps = IconProps & { d: string; mirrored?: boolean; children?: ReactNode };

/** The frame of every icon: a grid of 24, strokes of 1.6 (§10). Icons that point along the line turn with it. */
export function Glyph({ d, size = "m", label, mirrored, children }: GlyphProps) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      data-size={size}
      data-mirrored={mirrored ? "" : undefined}
      focusable="false"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={d} />
      {children}
    </svg>
  );
}
