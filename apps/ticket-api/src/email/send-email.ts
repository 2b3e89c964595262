import { Language } from "@guichet/contract/locales.ts";
import { z } from "zod";
import { hoursMs, later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { JobHandler } from "../jobs/job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { shopLink } from "../network-registry/shop-address.ts";
import { paperTexts } from "../pdf/texts/pdf-texts.ts";
import {
  dayInWords,
  dayOf,
  endInWords,
  inLine,
  limitInWords,
  momentInWords,
  money,
  timeInWords,
  wholeNumber,
} from "../pdf/words.ts";
import { type ComposedEmail, composeEmail } from "./compose-email.ts";
import { deleteEmail, findEmail, markExpired, markSent, type StoredEmail } from "./email-store.ts";
import {
  closingEmails,
  type EmailTemplate,
  type EmailTexts,
  type EmailTextsByLanguage,
  type EmailValues,
  type Saying,
  secretEmails,
} from "./email-texts.ts";
import { ar } from "./texts/ar.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { fr } from "./texts/fr.ts";
import { it } from "./texts/it.ts";

export const emailTexts: EmailTextsByLanguage = { fr, en, ar, it, es };

const Payload = z.object({ messageId: z.string() });

/** Timed work `mail` and `urgent-mail`: sets one letter and hands it to the mail server; sent again after a crash, with the same Message-ID. */
export const sendEmailJob: JobHandler = async (deps, work) => {
  const { messageId } = Payload.parse(work.payload);
  const mail = await findEmail(deps.db, messageId);
  if (mail === undefined || mail.sentAt !== null || mail.expiredAt !== null) return undefined;
  const network = await deps.networks.get(mail.networkId);
  if (network === undefined) return undefined;
  const template = templateOf(mail);
  if (isOver(deps, template, mail)) {
    await markExpired(deps.db, messageId, deps.clock.iso());
    deps.log.info({ template }, "a letter was not sent: its code is over");
    return undefined;
  }
  const letter = render(deps, template, mail, network);
  const attachments = (await deps.emailAttachments[template]?.(deps, mail.contents)) ?? [];
  await deps.mailer.send({
    messageId,
    from: network.definition.mailFrom,
    replyTo: network.definition.contact.email,
    to: mail.recipient,
    ...letter,
    attachments,
  });
  deps.failpoint("letter-sent");
  if (closingEmails.has(template)) await deleteEmail(deps.db, messageId);
  else await markSent(deps.db, messageId, deps.clock.iso(), secretEmails.has(template));
  return undefined;
};

const SecretContents = z.object({ hours: z.number().optional(), minutes: z.number().optional() });

/** A code that is over when its letter could be sent helps nobody: the person was asked long ago, and asks again (decision 086). */
function isOver(deps: Dependencies, template: EmailTemplate, mail: StoredEmail): boolean {
  if (!secretEmails.has(template)) return false;
  const { hours = 0, minutes = 0 } = SecretContents.parse(mail.contents);
  return later(new Date(mail.createdAt), hoursMs(hours) + minutesMs(minutes)) <= deps.clock.now();
}

function templateOf(mail: StoredEmail): EmailTemplate {
  const known = Object.keys(emailTexts.fr.letters).find((name) => name === mail.template);
  if (known === undefined) throw new Error(`No letter called ${mail.template}`);
  return known as EmailTemplate;
}

function render(deps: Dependencies, template: EmailTemplate, mail: StoredEmail, network: LoadedNetwork): ComposedEmail {
  const language = Language.catch(network.language).parse(mail.language);
  return renderEmail(template, mail.contents as never, language, network, deps.config.shopUrl);
}

/** A letter in a language, as HTML and text. */
export function renderEmail<Template extends EmailTemplate>(
  template: Template,
  values: EmailValues[Template],
  language: Language,
  network: Pick<LoadedNetwork, "definition">,
  shopUrl: string,
): ComposedEmail {
  const { definition } = network;
  const texts: EmailTexts = emailTexts[language];
  const { included } = paperTexts[language].sheet;
  const say: Saying = {
    network: definition.name,
    link: (path) => shopLink(shopUrl, definition, language, path),
    money: (amount) => inLine(money(amount, language), language),
    moment: (instant) => breakable(inLine(momentInWords(instant, language, definition.timeZone), language)),
    end: (instant) => breakable(inLine(endInWords(instant, language, definition.timeZone, included), language)),
    limit: (instant) => breakable(inLine(limitInWords(instant, language, definition.timeZone), language)),
    day: (day) => breakable(inLine(dayInWords(day, language), language)),
    dayOf: (instant) => breakable(inLine(dayOf(instant, language, definition.timeZone), language)),
    time: (instant) => inLine(timeInWords(instant, language, definition.timeZone), language),
    count: (value) => inLine(wholeNumber(value, language), language),
  };
  const written = texts.letters[template](values, say);
  return composeEmail(written, language, texts, {
    network: definition.name,
    contact: definition.contact.email,
    accent: definition.accent,
  });
}

/** On a narrow screen a date and its hour may stand on two lines. */
const breakable = (moment: string): string => moment.replaceAll("\u00a0", " ");
