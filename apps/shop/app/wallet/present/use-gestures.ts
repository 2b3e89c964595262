import { useEffect } from "react";

export interface Gestures {
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
  leave: () => void;
}

/** Shortest horizontal movement of a finger that turns the page. */
const swipeMinPx = 48;
/** How much longer than high a swipe must be; anything else scrolls. */
const swipeSlope = 2;

/** Turns to the next ticket by swipe or arrow key, in the reading direction, and leaves by Esc. */
export function useGestures({ previous, next, leave }: Gestures): void {
  useEffect(() => {
    const isRtl = document.documentElement.dir === "rtl";
    const [toLeft, toRight] = isRtl ? [next, previous] : [previous, next];
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || document.querySelector(":modal")) return;
      if (event.key === "Escape") leave();
      else if (event.key === "ArrowLeft") toLeft?.();
      else if (event.key === "ArrowRight") toRight?.();
    };
    let start: Touch | undefined;
    const begin = ({ touches }: TouchEvent) => {
      start = touches.length === 1 ? touches[0] : undefined;
    };
    const end = ({ changedTouches: [touch] }: TouchEvent) => {
      if (!start || !touch) return;
      const [across, along] = [touch.clientX - start.clientX, touch.clientY - start.clientY];
      start = undefined;
      if (Math.abs(across) < swipeMinPx || Math.abs(across) < swipeSlope * Math.abs(along)) return;
      // A finger that moves to the left pulls in what is at the right.
      if (across < 0) toRight?.();
      else toLeft?.();
    };
    // A magnified page is moved by fingers, not turned.
    const isZoomed = () => (globalThis.visualViewport?.scale ?? 1) > 1.01;
    const beginUnlessZoomed = (event: TouchEvent) => {
      if (!isZoomed()) begin(event);
    };
    document.addEventListener("keydown", press);
    document.addEventListener("touchstart", beginUnlessZoomed, { passive: true });
    document.addEventListener("touchend", end, { passive: true });
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("touchstart", beginUnlessZoomed);
      document.removeEventListener("touchend", end);
    };
  }, [previous, next, leave]);
}
