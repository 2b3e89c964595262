import type { ModuleHandlers } from "../http/call-handler.ts";
import { listEmailsHandler, showEmailHandler } from "./email-samples.ts";
import { listLegalTextsHandler, readLegalTextHandler } from "./legal-texts.ts";
import { getAccountHandler, testAccountHandler } from "./payment-account.ts";

/** Handlers of what the office shows of a network outside of its drafts. */
export const networkSettingsOfficeHandlers: ModuleHandlers<
  "listLegalTexts" | "readLegalText" | "getPaymentAccount" | "testPaymentAccount" | "listEmails" | "showEmail"
> = {
  listLegalTexts: listLegalTextsHandler,
  readLegalText: readLegalTextHandler,
  getPaymentAccount: getAccountHandler,
  testPaymentAccount: testAccountHandler,
  listEmails: listEmailsHandler,
  showEmail: showEmailHandler,
};
