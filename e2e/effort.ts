import type { Locator } from "playwright-core";

/** What a purchase costs the customer: taps, typed fields, and screens that they see. */
export interface Effort {
  taps: number;
  fields: number;
  screens: number;
}

/** A customer whose effort is counted, from the page on which they land. */
export interface CountedCustomer {
  effort: Effort;
  /** Taps a control; `leadsTo`: it leads to another screen, a sheet included. */
  tap(control: Locator, leadsTo?: "screen"): Promise<void>;
  /** Types into a field; the tap that puts the cursor there counts too. */
  type(field: Locator, text: string): Promise<void>;
}

/** Counts the effort of a customer who has landed on the first screen. */
export function counted(): CountedCustomer {
  const effort: Effort = { taps: 0, fields: 0, screens: 1 };
  return {
    effort,
    async tap(control, leadsTo) {
      effort.taps += 1;
      if (leadsTo !== undefined) effort.screens += 1;
      await control.click();
    },
    async type(field, text) {
      effort.taps += 1;
      effort.fields += 1;
      await field.fill(text);
    },
  };
}
