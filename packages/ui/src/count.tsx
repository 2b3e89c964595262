import { VisuallyHidden } from "./visually-hidden.tsx";

/** A number on a disc; `label` says it with its noun ("2 titres"). Nothing at zero. */
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
