import type { Locator, Page } from "playwright-core";
import type { StaffUser } from "../staff.ts";

/** A member of the staff whose actions are counted. */
export interface CountedStaff extends Pick<StaffUser, "page" | "t"> {
  actions: number;
  /** Follows a link, or presses a button. */
  press(control: Locator): Promise<void>;
  /** Fills in a form, with as many fields as it needs. */
  fill(form: () => Promise<unknown>): Promise<void>;
  /** Searches by the box of the header, with the keyboard. */
  search(text: string): Promise<void>;
  /** Opens a screen by its name in the box of the header, with the keyboard. */
  open(name: string): Promise<void>;
}

/** Counts the actions of a person on this page, from none. */
export function counted({ page, t }: Pick<StaffUser, "page" | "t">): CountedStaff {
  const staff: CountedStaff = {
    ...{ page, t, actions: 0 },
    async press(control) {
      staff.actions += 1;
      await control.click();
    },
    async fill(form) {
      staff.actions += 1;
      await form();
    },
    async search(text) {
      staff.actions += 1;
      await typeInHeader(page, text);
      await page.keyboard.press("Enter");
    },
    async open(name) {
      staff.actions += 1;
      await typeInHeader(page, name);
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    },
  };
  return staff;
}

async function typeInHeader(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator("#office-search:focus").waitFor();
  await page.keyboard.insertText(text);
}
