import type { Money } from "@guichet/contract/values.ts";
import { currencyDigits } from "@guichet/texts/money-format.ts";
import type { Element } from "@xmldom/xmldom";
import { isElement, MessageFault } from "./message-document.ts";

/** The children of an element with a name, in the namespace of the message. */
export function childrenOf(of: Element, name: string): Element[] {
  const found: Element[] = [];
  for (let child = of.firstChild; child !== null; child = child.nextSibling)
    if (isElement(child) && child.localName === name && child.namespaceURI === of.namespaceURI) found.push(child);
  return found;
}

/** The only child with a name, if there is one. */
export function optionalChild(of: Element, name: string): Element | undefined {
  const [first, second] = childrenOf(of, name);
  if (second !== undefined) throw new MessageFault(`${of.localName}: more than one ${name}`);
  return first;
}

export function onlyChild(of: Element, name: string): Element {
  const found = optionalChild(of, name);
  if (found === undefined) throw new MessageFault(`${of.localName}: ${name} is missing`);
  return found;
}

/** The element at the end of a path of single children, if all of them exist. */
export function optionalAt(of: Element, path: string): Element | undefined {
  let found: Element | undefined = of;
  for (const name of path.split("/")) found = found && optionalChild(found, name);
  return found;
}

/** The text at the end of a path, at most `max` characters; undefined if an element of the path is missing. */
export function optionalText(of: Element, path: string, max: number): string | undefined {
  const found = optionalAt(of, path);
  if (found === undefined) return undefined;
  const text = (found.textContent ?? "").trim();
  if (text === "" || text.length > max)
    throw new MessageFault(`${of.localName}/${path}: a text of 1 to ${max} characters is expected`);
  return text;
}

export function textAt(of: Element, path: string, max: number): string {
  const text = optionalText(of, path, max);
  if (text === undefined) throw new MessageFault(`${of.localName}: ${path} is missing`);
  return text;
}

/** Maximum lengths of ISO 20022 texts by type. */
export const textLength = { code: 4, proprietary: 35, id: 35, name: 140, information: 140, remittance: 140 } as const;

/** One of a closed list of codes. */
export function codeOf<const Code extends string>(text: string, codes: readonly Code[], name: string): Code {
  const known = codes.find((code) => code === text);
  if (known === undefined) throw new MessageFault(`${name} ${text} is not one of ${codes.join(", ")}`);
  return known;
}

/** An instant (`CreDtTm`) in UTC. A time without an offset is the bank's local time and is read as UTC. */
export function instantAt(of: Element, path: string): string {
  const text = textAt(of, path, 40);
  const isKnown = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/.test(text);
  const instant = new Date(/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`);
  if (!isKnown || Number.isNaN(instant.getTime())) throw new MessageFault(`${path} ${text} is not an instant`);
  return instant.toISOString();
}

/** A day, of `Dt` or of the beginning of `DtTm`, as the bank writes it. */
export function optionalDay(of: Element, name: string): string | undefined {
  const choice = optionalChild(of, name);
  if (choice === undefined) return undefined;
  const text = (optionalText(choice, "Dt", 16) ?? textAt(choice, "DtTm", 40)).slice(0, 10);
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new MessageFault(`${name} ${text} is not a day`);
  return text;
}

/** An amount with its currency, in minor units. More decimals than the currency has are a fault. */
export function amountOf(element: Element): Money {
  const text = (element.textContent ?? "").trim();
  const currency = element.getAttribute("Ccy") ?? "";
  if (!/^[A-Z]{3}$/.test(currency)) throw new MessageFault(`${element.localName}: Ccy is missing`);
  return { amount: minorUnits(text, currency, element.localName ?? ""), currency };
}

/** A sum without a currency of its own (`CtrlSum`, `Sum`), in minor units. */
export function minorUnits(text: string, currency: string, name: string): number {
  const [, whole, decimals = ""] = /^(\d{1,15})(?:\.(\d{1,5}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new MessageFault(`${name} ${text} is not an amount`);
  const digits = currencyDigits(currency);
  if (/[1-9]/.test(decimals.slice(digits)))
    throw new MessageFault(`${name} ${text} has more decimals than ${currency} has`);
  const amount = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, "0")}`);
  if (!Number.isSafeInteger(amount)) throw new MessageFault(`${name} ${text} is too large`);
  return amount;
}
