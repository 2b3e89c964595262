import type { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import type { Money } from "@guichet/contract/values.ts";
import { textsIn } from "../locales/texts.ts";
import type { Logo } from "./logo.ts";
import { isolate } from "./reading-order.ts";
import { endWithFooter, type Seller } from "./seller.ts";
import { Sheet } from "./sheet.ts";
import { writeClosing, writeFacts, writeHead, writeParagraph } from "./statement.ts";
import { dayInWords, dayOf, type Locale, momentInWords, money } from "./words.ts";

/** Contents of the receipt of a termination (consumer code L215-1-1). */
export interface TerminationContents {
  locale: Locale;
  timeZone: string;
  network: { name: string; logo?: Logo | undefined };
  seller: Seller;
  contract: { name: string; holder: string; traveller: string; orderNumber: string };
  /** The reference of a termination that was notified without a sign-in; null: the holder terminated in the account. */
  reference: string | null;
  /** When the termination was received, and when it was confirmed. */
  receivedAt: string;
  confirmedAt: string;
  /** The requested end date; null: as early as possible. */
  desiredEnd: string | null;
  effect: TerminationEffect;
  lastDay: string;
  refund: Money | null;
  refundDays: number;
  /** The number of an order whose debit was returned and which is still owed; null: none. */
  due: string | null;
}

/** The receipt of a termination as a tagged A4 PDF. Same input, same bytes. */
export async function terminationPdf(receipt: TerminationContents): Promise<Uint8Array> {
  const { locale, seller, network, contract, timeZone } = receipt;
  const t = textsIn(locale);
  const number = receipt.reference ?? contract.orderNumber;
  const title = t("termination-pdf.title");
  const sheet = new Sheet({
    lang: locale,
    title: `${title} ${number}`,
    subject: network.name,
    madeAt: receipt.confirmedAt,
  });
  const reference = t("termination-pdf.reference", { number: isolate(number) });
  let y = writeHead(sheet, { network, seller, title, reference }, t);
  const statement = t("termination-pdf.statement", {
    seller: isolate(seller.legalName),
    holder: isolate(contract.holder),
  });
  y = writeParagraph(sheet, statement, y, 14);
  y = writeFacts(sheet, factsOf(receipt), y) + 20;
  for (const line of effectsOf(receipt)) y = writeParagraph(sheet, line, y, 6);
  const madeOn = t("termination-pdf.made-on", { day: dayOf(receipt.confirmedAt, locale, timeZone) });
  writeClosing(sheet, { seller, madeOn, unsigned: t("termination-pdf.unsigned") }, y + 20);
  return endWithFooter(sheet, `${seller.legalName} · ${title}`, locale);
}

function factsOf(receipt: TerminationContents): [string, string][] {
  const { locale, timeZone, contract, desiredEnd, lastDay } = receipt;
  const t = textsIn(locale);
  const desired = desiredEnd === null ? t("termination-pdf.earliest") : dayInWords(desiredEnd, locale);
  return [
    [t("termination-pdf.contract"), isolate(contract.name)],
    [t("termination-pdf.traveller"), isolate(contract.traveller)],
    [t("termination-pdf.order"), isolate(contract.orderNumber)],
    [t("termination-pdf.received"), momentInWords(receipt.receivedAt, locale, timeZone)],
    [t("termination-pdf.confirmed"), momentInWords(receipt.confirmedAt, locale, timeZone)],
    [t("termination-pdf.desired"), desired],
    [t("termination-pdf.end"), dayInWords(lastDay, locale)],
  ];
}

/** What happens with tickets and money. */
function effectsOf({ locale, effect, lastDay, refund, refundDays, due }: TerminationContents): string[] {
  const t = textsIn(locale);
  const day = dayInWords(lastDay, locale);
  const isRunning = effect === "AT_END" || effect === "AT_DATE" || effect === "REST_REFUNDED";
  const tickets = isRunning ? t("termination-pdf.tickets.until", { day }) : t(`termination-pdf.tickets.${effect}`);
  return [
    tickets,
    ...(effect === "AT_DATE" ? [t("termination-pdf.renewed")] : []),
    ...(refund === null || refund.amount === 0
      ? []
      : [t("termination-pdf.refund", { amount: money(refund, locale), days: refundDays })]),
    ...(due === null ? [] : [t("termination-pdf.due", { orderNumber: isolate(due) })]),
    t("termination-pdf.no-more", { day }),
  ];
}
