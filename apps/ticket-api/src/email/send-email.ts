import { Language } from "@guichet/contract/locales.ts";
import { z } from "zod";
import { hoursMs, later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailMessage } from "../integrations/mail.ts";
import type { JobHandler } from "../jobs/job.ts";
import { type LogoPicture, logoPicture } from "../network-registry/logo-picture.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { ComposedEmail } from "./compose-email.ts";
import { closingEmails, type EmailTemplate, secretEmails } from "./email-contents.ts";
import { deleteEmail, findEmail, markExpired, markSent, type StoredEmail } from "./email-store.ts";
import { embeddedLogo, logoCid } from "./embedded-logo.ts";
import { emailTemplates, renderEmail } from "./render-email.ts";

type Attachment = EmailMessage["attachments"][number];

const Payload = z.object({ messageId: z.string() });

/** The jobs `mail` and `urgent-mail`: render an e-mail and give it to the mail server; repeated after a crash with the same Message-ID. */
export const sendEmailJob: JobHandler = async (deps, work) => {
  const { messageId } = Payload.parse(work.payload);
  const mail = await findEmail(deps.db, messageId);
  if (mail === undefined || mail.sentAt !== null || mail.expiredAt !== null) return undefined;
  const network = await deps.networks.get(mail.networkId);
  if (network === undefined) return undefined;
  const template = templateOf(mail);
  if (isOver(deps, template, mail)) {
    await markExpired(deps.db, messageId, deps.clock.iso());
    deps.log.info({ template }, "an e-mail was not sent: its code has expired");
    return undefined;
  }
  const picture = await logoPicture(network);
  const message = render(deps, template, mail, network, picture);
  const attachments = (await deps.emailAttachments[template]?.(deps, mail.contents)) ?? [];
  await deps.mailer.send({
    messageId,
    from: network.definition.mailFrom,
    replyTo: network.definition.contact.email,
    to: mail.recipient,
    ...message,
    attachments: picture === undefined ? attachments : [...attachments, embedded(picture)],
  });
  deps.failpoint("email-sent");
  if (closingEmails.has(template)) await deleteEmail(deps.db, messageId);
  else await markSent(deps.db, messageId, deps.clock.iso(), secretEmails.has(template));
  return undefined;
};

const SecretContents = z.object({
  hours: z.number().optional(),
  minutes: z.number().optional(),
  expiresAt: z.string().optional(),
});

/** An expired code would be useless to its recipient, who will request another (decision 086). */
function isOver(deps: Dependencies, template: EmailTemplate, mail: StoredEmail): boolean {
  if (!secretEmails.has(template)) return false;
  const { hours = 0, minutes = 0, expiresAt } = SecretContents.parse(mail.contents);
  if (expiresAt !== undefined) return expiresAt <= deps.clock.iso();
  return later(new Date(mail.createdAt), hoursMs(hours) + minutesMs(minutes)) <= deps.clock.now();
}

function templateOf(mail: StoredEmail): EmailTemplate {
  if (!Object.hasOwn(emailTemplates, mail.template)) throw new Error(`No e-mail is called ${mail.template}`);
  return mail.template as EmailTemplate;
}

function render(
  deps: Dependencies,
  template: EmailTemplate,
  mail: StoredEmail,
  network: LoadedNetwork,
  picture: LogoPicture | undefined,
): ComposedEmail {
  const language = Language.catch(network.language).parse(mail.language);
  return renderEmail(template, mail.contents as never, language, network, deps.config.shopUrl, embeddedLogo(picture));
}

/** A mail program shows an embedded picture without asking, and nobody learns that the e-mail was opened. */
const embedded = ({ png }: LogoPicture): Attachment => ({
  filename: "logo.png",
  content: png,
  contentType: "image/png",
  cid: logoCid,
});
