import { usableMark } from "./usable-mark.ts";

/** Fields of a form, the one that was changed last at the end, with their value and checkedness then. */
export type EarlyInput = Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, readonly [string, boolean?]>;

declare global {
  interface Window {
    /** What was entered before React took over the page, until React knows it. */
    entered?: EarlyInput;
  }
}

/**
 * Head script that records what is entered while the page's own scripts load: React does not learn of it by itself. Once the page is
 * usable it only follows fields that are still to be reported (`replay-input.ts`). A field that changes again goes to the end: of several
 * options of a group, the last one chosen counts.
 */
export const earlyInputScript =
  "entered=new Map;addEventListener('input',function(e){var t=e.target;" +
  `if(entered.size||!performance.getEntriesByName('${usableMark}').length)entered.delete(t),entered.set(t,[t.value,t.checked])},true)`;
