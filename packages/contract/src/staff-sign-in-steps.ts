import { z } from "zod";
import type { ErrorCode } from "./error-codes.ts";

/** Steps to complete after a sign-in before the office opens, in this order (decision 112). */
export const StaffStep = z.enum(["second-factor", "choose-password", "set-up-second-factor"]);
export type StaffStep = z.infer<typeof StaffStep>;

/** The next step before the office opens; null: it is open. */
export const NextStep = StaffStep.nullable().describe("The step to take before any other call; null: none");

/** Error codes of the calls that are not part of the current step. */
export const stepRefusals = {
  "second-factor": "SECOND_FACTOR_REQUIRED",
  "choose-password": "PASSWORD_CHANGE_REQUIRED",
  "set-up-second-factor": "SECOND_FACTOR_SETUP_REQUIRED",
} as const satisfies Record<StaffStep, ErrorCode>;
