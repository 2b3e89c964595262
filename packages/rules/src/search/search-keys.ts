import { normaliseEmail } from "../persons/emails.ts";
import { normaliseCardNumber } from "../transport-cards.ts";
import { voucherCode } from "../vouchers.ts";
import { nameWords } from "./similar-names.ts";

/** What a text in the search box of the office may be; null or empty: not that. */
export interface SearchKeys {
  /** Order numbers: the typed one, or the one of each recent year for a number without its year. */
  orderNumbers: string[];
  /** An invoice or a credit note, by the parts of its number. */
  invoice: { series: "invoice" | "credit-note"; year: number; sequence: number } | null;
  /** Serial number of a ticket, as stored. */
  serial: string | null;
  /** Letters of the barcode of a ticket, still to verify. */
  barcode: string | null;
  customerNumber: string | null;
  cardNumber: string | null;
  submissionNumber: string | null;
  terminationReference: string | null;
  /** References of mandates: of Guichet, or of the payment provider that collects. */
  mandateReferences: string[];
  voucherCode: string | null;
  /** A reference at the payment provider, in its own letter case. */
  paymentReference: string | null;
  /** An internal id, also in the form without hyphens that a bank shows. */
  id: string | null;
  /** Digits of a phone number without prefixes of the country or zeros before it. */
  phone: string | null;
  email: string | null;
  /** Folded words of a name. */
  words: string[];
}

/** Limits: the words that count, and how many years back a number without its year is looked for. */
const wordsMax = 5;
const yearsBack = 10;
/** Fewer digits are not searched as a phone number. */
const phoneDigitsMin = 6;
/** The shortest barcode has a signature of 64 bytes and a layout. */
const barcodeMin = 120;

/** Reads a text of the search box by the formats of the numbers that Guichet gives (decision 161). `year`: the current one. */
export function searchKeys(typed: string, { networkId, year }: { networkId: string; year: number }): SearchKeys {
  const text = typed.normalize("NFKC").trim();
  const upper = text.toUpperCase();
  const compact = normaliseCardNumber(upper);
  const isBarcode = /^[A-Z]+$/.test(text) && text.length >= barcodeMin;
  const isPlainCode = /^[A-Z0-9]+$/.test(compact);
  return {
    orderNumbers: orderNumbers(compact, year),
    invoice: invoiceParts(upper, networkId),
    serial: ticketSerial(text),
    barcode: isBarcode ? text : null,
    customerNumber: isPlainCode && compact.length <= 20 ? compact : null,
    cardNumber: isPlainCode && /\d/.test(compact) && compact.length >= 4 && compact.length <= 40 ? compact : null,
    submissionNumber: prefixed(compact, "D", 8),
    terminationReference: prefixed(compact, "R", 8),
    mandateReferences: mandateReferences(upper, compact),
    voucherCode: text.length <= 60 ? voucherCode(text) : null,
    paymentReference: /^[\w.:-]{8,255}$/.test(text) ? text : null,
    id: idIn(text),
    phone: phoneDigits(text),
    email: text.includes("@") ? normaliseEmail(text) : null,
    words: isBarcode ? [] : wordsOfName(text),
  };
}

/** The serial number of a ticket as stored, from any grouping; null: the text is none. */
export function ticketSerial(text: string): string | null {
  const compact = normaliseCardNumber(text.normalize("NFKC").toUpperCase());
  return /^[A-Z0-9]{9}$/.test(compact) ? (compact.match(/.{3}/g) ?? []).join(" ") : null;
}

/** A number with its prefix: `D-K7QM2RXY`, in any grouping. */
function prefixed(compact: string, prefix: string, length: number): string | null {
  const rest = compact.startsWith(prefix) ? compact.slice(prefix.length) : "";
  return rest.length === length && /^[A-Z0-9]+$/.test(rest) ? `${prefix}-${rest}` : null;
}

/** `GU-23456789ABCDEFGH` in any grouping; another reference as it was typed, and without its grouping. SEPA allows 35 characters. */
function mandateReferences(upper: string, compact: string): string[] {
  const own = prefixed(compact, "GU", 16);
  return own !== null ? [own] : [...new Set([upper, compact])].filter((text) => /^\S{1,35}$/.test(text));
}

/** `2026-000017` in any grouping, or its last part alone. */
function orderNumbers(compact: string, year: number): string[] {
  const whole = /^(20\d{2})(\d{6,12})$/.exec(compact);
  if (whole !== null) return [`${whole[1]}-${whole[2]}`];
  if (!/^\d{1,9}$/.test(compact)) return [];
  const sequence = compact.replace(/^0+(?=\d)/, "").padStart(6, "0");
  return Array.from({ length: yearsBack + 1 }, (_, back) => `${year - back}-${sequence}`);
}

/** `F-RIVAGE-2026-000017` or `A-…`, with or without the network and the zeros. */
function invoiceParts(upper: string, networkId: string): SearchKeys["invoice"] {
  const parts = /^([FA])[\s\p{Pd}]+(?:(.+?)[\s\p{Pd}]+)?(20\d{2})[\s\p{Pd}]+(\d{1,9})$/u.exec(upper);
  if (parts === null || (parts[2] !== undefined && parts[2] !== networkId.toUpperCase())) return null;
  return { series: parts[1] === "F" ? "invoice" : "credit-note", year: Number(parts[3]), sequence: Number(parts[4]) };
}

function idIn(text: string): string | null {
  const hex = text.toLowerCase().replaceAll("-", "");
  return /^[\da-f]{32}$/.test(hex) ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") : null;
}

/** The digits of a phone number: without `+`, `00`, a zero in brackets or the zero of the national form. */
function phoneDigits(text: string): string | null {
  if (!/^[+\d\s().\p{Pd}/]+$/u.test(text)) return null;
  const digits = text.replace(/\(0\)/g, "").replace(/\D/g, "").replace(/^0+/, "");
  return digits.length >= phoneDigitsMin && digits.length <= 15 ? digits : null;
}

/** Folded words of a name; single letters count only where nothing else was typed. No name has a digit. */
function wordsOfName(text: string): string[] {
  if (/[\p{N}@]/u.test(text)) return [];
  const words = nameWords(text);
  const longer = words.filter((word) => [...word].length > 1);
  return (longer.length > 0 ? longer : words).slice(0, wordsMax);
}
