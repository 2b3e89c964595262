import { type Language, locales } from "@guichet/contract/locales.ts";
import type { PackNetwork } from "@guichet/contract/network-pack.ts";
import { withValues } from "@guichet/texts/translate.ts";
import type { Messages } from "../locales/messages.gen.ts";
import { type Translate, textsIn } from "../locales/texts.ts";
import { shopLink } from "../network-registry/shop-address.ts";
import { isolate } from "../pdf/reading-order.ts";
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
import type { EmailContext } from "./email-template.ts";

/** Creates the context that templates need, for a language and a network. */
export function emailContext(language: Language, network: PackNetwork, shopUrl: string): EmailContext {
  const { timeZone } = network;
  const included = (day: string) => textsIn(language)("pdf.included", { day });
  const t = isolatingTexts(language);
  const isRightToLeft = locales[language].dir === "rtl";
  const day = (text: string) => breakable(inLine(text, language));
  return {
    network: network.name,
    t,
    phrase: (id, ...values) => (isRightToLeft ? `\u2068${t(id, ...values)}\u2069` : t(id, ...values)),
    isolated: isRightToLeft ? isolateOnce : (value) => value,
    link: (path) => shopLink(shopUrl, network, language, path),
    money: (amount) => inLine(money(amount, language), language),
    moment: (instant) => day(momentInWords(instant, language, timeZone)),
    end: (instant) => day(endInWords(instant, language, timeZone, included)),
    limit: (instant) => day(limitInWords(instant, language, timeZone)),
    day: (date) => day(dayInWords(date, language)),
    dayOf: (instant) => day(dayOf(instant, language, timeZone)),
    time: (instant) => inLine(timeInWords(instant, language, timeZone), language),
    count: (value) => inLine(wholeNumber(value, language), language),
  };
}

/** Translates texts of e-mails; in right-to-left languages, values have their own direction. */
export const isolatingTexts = (language: Language): Translate =>
  locales[language].dir === "rtl" ? withValues<Messages>(textsIn(language), isolateOnce) : textsIn(language);

/** Formatted amounts and days are isolated already. */
const isolateOnce = (value: string): string => (/^\u2068.*\u2069$/s.test(value) ? value : isolate(value));

/** Allows a line break between a date and its hour on narrow screens. */
const breakable = (moment: string): string => moment.replaceAll("\u00a0", " ");
