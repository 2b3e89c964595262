import type { Money } from "@guichet/contract/values.ts";
import type { Translate } from "../locales/texts.ts";

/** A paragraph, text in a frame, figures in rows, or a list. */
export type Block =
  | string
  | { box: string }
  | { rows: readonly (readonly [string, string])[]; total?: readonly [string, string] }
  | { list: { text: string; link: string | null }[] };

/** The contents of an e-mail in one language, before it is rendered as HTML and text. */
export interface EmailContents {
  subject: string;
  /** The preview text that a mailbox shows next to the subject: under 90 characters. */
  preheader: string;
  title: string;
  blocks: Block[];
  button?: { label: string; link: string };
  after?: string[];
}

/** What a template needs from the language and the network: texts, links, and formats in the network's time zone. */
export interface EmailContext {
  network: string;
  /** Translates a text. In Arabic each value has its own direction. */
  t: Translate;
  /** Translates a phrase that becomes a value of another text. */
  phrase: Translate;
  /** A value without surrounding text; in Arabic it has its own direction. */
  isolated(value: string): string;
  /** An address of the network's shop in this language: `/account`. */
  link(path: string): string;
  money(amount: Money): string;
  moment(instant: string): string;
  /** The end of a validity (exclusive): midnight is shown as the end of the day before. */
  end(instant: string): string;
  /** A deadline: midnight is shown as the day that begins. */
  limit(instant: string): string;
  /** A day `YYYY-MM-DD`. */
  day(day: string): string;
  /** The day of an instant. */
  dayOf(instant: string): string;
  /** The time of an instant alone: `14:30`. */
  time(instant: string): string;
  count(value: number): string;
}
