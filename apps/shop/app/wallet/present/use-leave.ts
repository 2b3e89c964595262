import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { href } from "../../paths.ts";

/** Index in the history of the first page of this presentation; its validation is part of it. */
let enteredAt: number | undefined;

const indexInHistory = (): number | undefined => {
  const { idx } = (history.state ?? {}) as { idx?: unknown };
  return typeof idx === "number" ? idx : undefined;
};

const isPresentation = (search: string): boolean => {
  const query = new URLSearchParams(search);
  return query.has("present") || query.has("use");
};

/** Records where the presentation began; used by its screens. */
export function useEntry(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation changes the index
  useEffect(() => {
    const index = indexInHistory();
    if (index !== undefined) enteredAt = Math.min(index, enteredAt ?? index);
  }, [key]);
  useEffect(
    () => () => {
      if (!isPresentation(location.search)) enteredAt = undefined;
    },
    [],
  );
}

/** Returns the function that leaves the presentation for the page before it; without one, for the wallet. */
export function useLeave(): () => void {
  const navigate = useNavigate();
  useEntry();
  return useCallback(() => {
    const index = indexInHistory();
    if (index === undefined || enteredAt === undefined || enteredAt === 0) {
      void navigate(href("wallet"), { replace: true });
    } else void navigate(enteredAt - 1 - index);
  }, [navigate]);
}
