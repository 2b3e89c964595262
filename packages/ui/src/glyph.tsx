import type { ReactNode } from "react";

export type IconProps = {
  /** `m`: 24 px, `s`: 20 px. */
  size?: "s" | "m";
  /** Label for screen readers; without it the icon is decorative. */
  label?: string;
};

type GlyphProps = IconProps & { d: string; mirrored?: boolean; children?: ReactNode };

/** Frame of every icon: a grid of 24, strokes of 1.6 (§10). `mirrored` icons follow the text direction. */
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
