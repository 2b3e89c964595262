import { useEffect } from "react";
import { useRevalidator } from "react-router";

const freshMs = 30_000;

/** Reloads a shown ticket every half minute and when the page becomes visible: it may have been used on another device. */
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
