import type { Language } from "@guichet/contract/locales.ts";
import type { listEmails, showEmail } from "@guichet/contract/office/catalogue/network-settings.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailTemplate } from "../email/email-contents.ts";
import { embeddedLogo, logoCid } from "../email/embedded-logo.ts";
import { emailTemplates, isTemplate, renderEmail } from "../email/render-email.ts";
import { samples } from "../email/sample-emails.ts";
import type { Handler } from "../http/call-handler.ts";
import { type LogoPicture, logoPicture } from "../network-registry/logo-picture.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

export const listEmailsHandler: Handler<typeof listEmails> = async ({ deps, network, language }) => {
  const templates = Object.keys(emailTemplates).filter(isTemplate);
  const emails = templates.map((template) => ({
    template,
    subject: sample(deps, network, template, language).subject,
  }));
  return ok({ emails, languages: network.definition.languages });
};

export const showEmailHandler: Handler<typeof showEmail> = async ({ deps, network, request }) => {
  const { template, language } = request;
  if (!isTemplate(template)) return err("NOT_FOUND");
  const picture = await logoPicture(network);
  const { subject, html, text } = sample(deps, network, template, language, picture);
  // The picture that is sent with the e-mail, which a page cannot refer to by its Content-ID.
  const shown = picture && `data:image/png;base64,${Buffer.from(picture.png).toString("base64")}`;
  return ok({ subject, html: shown === undefined ? html : html.replaceAll(`cid:${logoCid}`, shown), text });
};

const sample = (
  deps: Pick<Dependencies, "config">,
  network: LoadedNetwork,
  template: EmailTemplate,
  language: Language,
  picture?: LogoPicture,
) => renderEmail(template, samples[template], language, network, deps.config.shopUrl, embeddedLogo(picture));
