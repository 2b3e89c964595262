import { z } from "zod";
import type { ErrorCode } from "./error-codes.ts";

/** What somebody who signed in has to do before the office is open to them, in this order (decision 112). */
export const StaffStep = z.enum(["second-factor", "choose-password", "set-up-second-factor"]);
export type StaffStep = z.infer<typeof StaffStep>;

/** What is to be done before the office opens; null: it is open. */
export const NextStep = StaffStep.nullable().describe("The step to take before any other call; null: none");

/** What every call that is not part of the step is refused with until then. */
export const stepRefusals = {
  "second-factor": "SECOND_FACTOR_REQUIRED",
  "choose-password": "PASSWORD_CHANGE_REQUIRED",
  "set-up-second-factor": "SECOND_FACTOR_SETUP_REQUIRED",
} as const satisfies Record<StaffStep, ErrorCode>;
