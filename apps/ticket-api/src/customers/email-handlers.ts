import { Language } from "@guichet/contract/locales.ts";
import type { getCustomerEmail } from "@guichet/contract/office/customer-service/customers.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { emailOfAccount } from "../email/email-store.ts";
import { renderEmail } from "../email/render-email.ts";
import { canBeShown } from "../email/resend-email.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";

/** Handler of one e-mail to a customer, as the staff read it. */
export const customerEmailHandlers: ModuleHandlers<"getCustomerEmail"> = {
  getCustomerEmail: (ctx) => getHandler(ctx),
};

const getHandler: Handler<typeof getCustomerEmail> = async ({ deps, network, request }) => {
  const { customerId: accountId, emailId: id } = request;
  const mail =
    isUuid(accountId) && isUuid(id)
      ? await emailOfAccount(deps.db, { networkId: network.id, accountId, id })
      : undefined;
  if (mail === undefined) return err("NOT_FOUND");
  if (!canBeShown(mail)) return err("TRANSITION_NOT_ALLOWED");
  const language = Language.catch(network.language).parse(mail.language);
  const { subject, text } = renderEmail(mail.template, mail.contents as never, language, network, deps.config.shopUrl);
  const { recipient: to, createdAt, sentAt } = mail;
  return ok({ email: { subject, to, text: withoutSignatures(text), createdAt, sentAt } });
};

/** A text whose links have no query: it may sign them, as the link with which a guest pays an order. */
const withoutSignatures = (text: string): string => text.replaceAll(/(https?:\/\/[^\s?]+)\?\S+/g, "$1");
