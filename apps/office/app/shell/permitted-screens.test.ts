import { expect, it } from "vitest";
import { permittedScreens } from "./permitted-screens.ts";

const service = ["orders", "payments", "refunds", "disputes", "campaigns", "transportCards", "travellers"];

// covers §6: screens by staff role
it.each([
  { roles: [], screens: [] },
  { roles: ["admin"], screens: [...service, "documents", "refundRequests", "terminations", "operations", "staff"] },
  { roles: ["manager"], screens: [...service, "documents", "refundRequests", "terminations"] },
  { roles: ["agent"], screens: [...service, "terminations"] },
  { roles: ["examiner"], screens: ["documents", "refundRequests"] },
  { roles: ["agent", "examiner"], screens: [...service, "documents", "refundRequests", "terminations"] },
  { roles: ["accountant"], screens: ["orders", "payments", "refunds", "disputes", "campaigns"] },
  { roles: ["inspector"], screens: ["transportCards", "travellers"] },
  { roles: ["reader"], screens: [...service, "terminations"] },
] as const)("the roles $roles open exactly their screens", ({ roles, screens }) => {
  expect(permittedScreens(roles)).toEqual(screens);
});
