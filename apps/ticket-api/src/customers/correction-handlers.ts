import type { ModuleHandlers } from "../http/call-handler.ts";
import { changeCustomerEmailHandler } from "./change-customer-email.ts";
import { correctCustomerHandler } from "./correct-customer.ts";

/** Handlers of corrections of a customer's data by the staff (decision 185). */
export const customerCorrectionHandlers: ModuleHandlers<"correctCustomer" | "changeCustomerEmail"> = {
  correctCustomer: correctCustomerHandler,
  changeCustomerEmail: changeCustomerEmailHandler,
};
