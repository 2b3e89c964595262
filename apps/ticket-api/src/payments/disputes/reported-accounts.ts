import type { Dependencies } from "../../dependencies.ts";
import type { ProviderAccount } from "../../integrations/payment-providers.ts";

/** Whether disputes at an account are stated by the bank, in files or to the staff, and not by its provider. */
export const isReportedAccount = (
  { payments }: Pick<Dependencies, "payments">,
  account: ProviderAccount | null,
): boolean => account !== null && payments.accounts().includes(account) && payments.at(account).isReported === true;
