import type { StaffRole } from "@guichet/contract/staff-roles.ts";
import type { CountedStaff } from "./counted-staff.ts";
import type { Prepared } from "./prepared.ts";

/** A daily task of the staff. */
export interface Task {
  /** As the table in docs/office.md names it. */
  name: string;
  /** Who does it here; the table names everybody who may. */
  role: StaffRole;
  /** Whether it is also done in Arabic. */
  inArabic?: true;
  /** Does it from the home page, to the confirmation. */
  run(staff: CountedStaff, prepared: Prepared): Promise<void>;
}

/** Waits for the confirmation of an action. */
export const done = ({ page }: CountedStaff, text: string): Promise<void> =>
  page.getByRole("status").filter({ hasText: text }).first().waitFor();

/** Follows the link of a list in the navigation. */
export const goTo = (staff: CountedStaff, list: string): Promise<void> =>
  staff.press(staff.page.getByRole("navigation").getByRole("link", { name: list, exact: true }));

/** Follows the link of a queue on the home page. */
export const goToQueue = (staff: CountedStaff, queue: string): Promise<void> =>
  staff.press(staff.page.getByRole("main").getByRole("link", { name: queue, exact: true }));
