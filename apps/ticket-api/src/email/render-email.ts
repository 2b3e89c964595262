import type { Language } from "@guichet/contract/locales.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type ComposedEmail, composeEmail, type Sender } from "./compose-email.ts";
import { type EmailTemplate, type EmailTemplates, type EmailValues, secretEmails } from "./email-contents.ts";
import { emailContext } from "./email-context.ts";
import { accountEmails } from "./templates/account-emails.ts";
import { cardEmails } from "./templates/card-emails.ts";
import { compensationEmails } from "./templates/compensation-emails.ts";
import { debitEmails } from "./templates/debit-emails.ts";
import { disputeEmails } from "./templates/dispute-emails.ts";
import { documentEmails } from "./templates/document-emails.ts";
import { installmentEmails } from "./templates/installment-emails.ts";
import { orderEmails } from "./templates/order-emails.ts";
import { refundEmails } from "./templates/refund-emails.ts";
import { staffEmails } from "./templates/staff-emails.ts";
import { subscriptionEmails } from "./templates/subscription-emails.ts";
import { terminationEmails } from "./templates/termination-emails.ts";

export const emailTemplates: EmailTemplates = {
  ...accountEmails,
  ...cardEmails,
  ...orderEmails,
  ...refundEmails,
  ...compensationEmails,
  ...installmentEmails,
  ...disputeEmails,
  ...debitEmails,
  ...subscriptionEmails,
  ...terminationEmails,
  ...staffEmails,
  ...documentEmails,
};

/** The subject of a stored e-mail; null: its template is gone, or its contents were deleted once it was sent. */
export function subjectOf(
  { template, contents, language }: { template: string; contents: unknown; language: Language },
  { definition }: Pick<LoadedNetwork, "definition">,
  shopUrl: string,
): string | null {
  if (!isTemplate(template) || secretEmails.has(template)) return null;
  return emailTemplates[template](contents as never, emailContext(language, definition, shopUrl)).subject;
}

/** Whether a stored e-mail has a template of this name. */
export const isTemplate = (name: string): name is EmailTemplate => Object.hasOwn(emailTemplates, name);

/** Renders an e-mail in a language, as HTML and text; `logo`: the picture that is sent with it. */
export function renderEmail<Template extends EmailTemplate>(
  template: Template,
  values: EmailValues[Template],
  language: Language,
  { definition }: Pick<LoadedNetwork, "definition">,
  shopUrl: string,
  logo?: Sender["logo"],
): ComposedEmail {
  const context = emailContext(language, definition, shopUrl);
  return composeEmail(emailTemplates[template](values, context), language, {
    network: definition.name,
    contact: definition.contact.email,
    accent: definition.accent,
    logo,
  });
}
