import { Language } from "@guichet/contract/locales.ts";
import { z } from "zod";
import { hoursMs, later, minutesMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Work } from "../jobs/work.ts";
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
import {
  type LettersByLanguage,
  type LetterTemplate,
  type LetterTexts,
  type LetterValues,
  partingLetters,
  type Saying,
  secretLetters,
} from "./letters.ts";
import { type SetLetter, setLetter } from "./set-letter.ts";
import { dropMail, findMail, type KeptMail, markExpired, markSent } from "./store.ts";
import { ar } from "./texts/ar.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { fr } from "./texts/fr.ts";
import { it } from "./texts/it.ts";

export const letterTexts: LettersByLanguage = { fr, en, ar, it, es };

const Payload = z.object({ messageId: z.string() });

/** Timed work `mail` and `urgent-mail`: sets one letter and hands it to the mail server; sent again after a crash, with the same Message-ID. */
export const sendMail: Work = async (deps, work) => {
  const { messageId } = Payload.parse(work.payload);
  const mail = await findMail(deps.db, messageId);
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
  if (partingLetters.has(template)) await dropMail(deps.db, messageId);
  else await markSent(deps.db, messageId, deps.clock.iso(), secretLetters.has(template));
  return undefined;
};

const SecretContents = z.object({ hours: z.number().optional(), minutes: z.number().optional() });

/** A code that is over when its letter could be sent helps nobody: the person was asked long ago, and asks again (decision 086). */
function isOver(deps: Dependencies, template: LetterTemplate, mail: KeptMail): boolean {
  if (!secretLetters.has(template)) return false;
  const { hours = 0, minutes = 0 } = SecretContents.parse(mail.contents);
  return later(new Date(mail.createdAt), hoursMs(hours) + minutesMs(minutes)) <= deps.clock.now();
}

function templateOf(mail: KeptMail): LetterTemplate {
  const known = Object.keys(letterTexts.fr.letters).find((name) => name === mail.template);
  if (known === undefined) throw new Error(`No letter called ${mail.template}`);
  return known as LetterTemplate;
}

function render(deps: Dependencies, template: LetterTemplate, mail: KeptMail, network: LoadedNetwork): SetLetter {
  const language = Language.catch(network.language).parse(mail.language);
  return renderLetter(template, mail.contents as never, language, network, deps.config.shopUrl);
}

/** A letter in a language, as HTML and text. */
export function renderLetter<Template extends LetterTemplate>(
  template: Template,
  values: LetterValues[Template],
  language: Language,
  network: Pick<LoadedNetwork, "definition">,
  shopUrl: string,
): SetLetter {
  const { definition } = network;
  const texts: LetterTexts = letterTexts[language];
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
  return setLetter(written, language, texts, {
    network: definition.name,
    contact: definition.contact.email,
    accent: definition.accent,
  });
}

/** On a narrow screen a date and its hour may stand on two lines. */
const breakable = (moment: string): string => moment.replaceAll("\u00a0", " ");
