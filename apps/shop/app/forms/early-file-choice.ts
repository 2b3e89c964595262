import { type RefObject, useEffect, useRef } from "react";

/** The files that stand in a field when its script arrives: whoever was faster than the script chooses once. */
export function useChosenEarly(choose: (file: File) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    const file = field.current?.files?.[0];
    if (file !== undefined) choose(file);
  }, []);
  return field;
}
