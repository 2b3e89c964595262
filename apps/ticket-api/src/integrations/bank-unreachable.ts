import { ProviderUnreachable } from "./payment-provider.ts";

/** The bank did not respond in time, or failed: the outcome is unknown, retry. */
export class BankUnreachable extends ProviderUnreachable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options, "bank");
  }
}
