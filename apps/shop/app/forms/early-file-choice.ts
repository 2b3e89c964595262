import { type RefObject, useEffect, useRef } from "react";

/** Handles files chosen before the script loaded, so that users need not choose them again. */
export function useChosenEarly(choose: (file: File) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    const file = field.current?.files?.[0];
    if (file !== undefined) choose(file);
  }, []);
  return field;
}
