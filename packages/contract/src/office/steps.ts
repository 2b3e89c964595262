import { z } from "zod";
import type { RefusalCode } from "../refusals.ts";

/** What somebody who signed in has to do before the office is open to them (decision 112). */
export const StaffStep = z.enum(["choose-password"]);
export type StaffStep = z.infer<typeof StaffStep>;

/** What every call that is not part of the step is refused with until then. */
export const stepRefusals = {
  "choose-password": "PASSWORD_CHANGE_REQUIRED",
} as const satisfies Record<StaffStep, RefusalCode>;
