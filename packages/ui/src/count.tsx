import { VisuallyHidden } from "./visually-hidden.tsx";

/** A number in a circle; `label` adds its noun ("2 titres"). Renders nothing for zero. */
export function Count({ value, label }: { value: number; label: string }) {
  if (value < 1) return null;
  return (
    <>
      <span className="count" aria-hidden="true">
        {value > 99 ? "99+" : value}
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}
