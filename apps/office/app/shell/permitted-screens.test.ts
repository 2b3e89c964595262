import { expect, it } from "vitest";
import { permittedScreens } from "./permitted-screens.ts";

const money = ["orders", "payments", "refunds", "disputes", "campaigns"];
const people = ["ticketCheck", "transportCards", "travellers"];
const counted = ["orders", "payments", "drawers", "finance", "refunds", "disputes", "campaigns"];
const managed = ["counter", ...counted, "vouchers", "catalogue", "settings", "agencies", "alerts", ...people];

// covers §6: screens by staff role
it.each([
  { roles: [], screens: [] },
  {
    roles: ["admin"],
    screens: [...managed, "documents", "refundRequests", "terminations", "operations", "auditLog", "staff"],
  },
  { roles: ["manager"], screens: [...managed, "documents", "refundRequests", "terminations"] },
  {
    roles: ["agent"],
    screens: ["counter", ...money, "catalogue", "settings", "agencies", "alerts", ...people, "terminations"],
  },
  { roles: ["examiner"], screens: ["documents", "refundRequests"] },
  {
    roles: ["agent", "examiner"],
    screens: [
      "counter",
      ...money,
      "catalogue",
      "settings",
      "agencies",
      "alerts",
      ...people,
      "documents",
      "refundRequests",
      "terminations",
    ],
  },
  { roles: ["accountant"], screens: [...counted, "catalogue"] },
  { roles: ["inspector"], screens: people },
  {
    roles: ["reader"],
    screens: [...money, "catalogue", "settings", "agencies", "alerts", "transportCards", "travellers", "terminations"],
  },
] as const)("the roles $roles open exactly their screens", ({ roles, screens }) => {
  expect(permittedScreens(roles)).toEqual(screens);
});
