import { useEffect } from "react";
import { useRevalidator } from "react-router";

const freshMs = 30_000;

/** Asks for a shown ticket anew, every half minute and when the page is looked at again: another device may have used it. */
export function useFreshTicket(on: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!on) return;
    const look = () => {
      if (document.visibilityState === "visible" && navigator.onLine && state === "idle") void revalidate();
    };
    const timer = setInterval(look, freshMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [on, revalidate, state]);
}
