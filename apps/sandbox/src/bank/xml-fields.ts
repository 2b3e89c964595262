import { DOMParser, type Element, type Node } from "@xmldom/xmldom";

/** A message that a bank would refuse. */
export class Fault extends Error {}

/** Reads an ISO 20022 message: the content of its one element. Returns a description of the fault for one that a bank would refuse. */
export function readMessage<Value>(
  xml: string,
  format: string,
  name: string,
  read: (content: Element) => Value,
): Value | { fault: string } {
  const stop = (message: string) => {
    throw new Fault(message);
  };
  try {
    const document = new DOMParser({ onError: (level, message) => void (level === "warning" || stop(message)) });
    const root = document.parseFromString(xml, "text/xml").documentElement;
    const namespace = `urn:iso:std:iso:20022:tech:xsd:${format}`;
    if (root?.localName !== "Document" || root.namespaceURI !== namespace)
      throw new Fault(`not a Document of ${namespace}`);
    return read(only(root, name));
  } catch (cause) {
    return { fault: cause instanceof Fault ? cause.message : "not well-formed XML" };
  }
}

export function must(holds: boolean, fault: string): void {
  if (!holds) throw new Fault(fault);
}

const isElement = (node: Node): node is Element => node.nodeType === 1;
export const children = (of: Element, name: string): Element[] =>
  [...of.childNodes].filter(isElement).filter(({ localName }) => localName === name);

export function only(of: Element, name: string): Element {
  const [first, second] = children(of, name);
  if (first === undefined || second !== undefined) throw new Fault(`${of.localName} needs one ${name}`);
  return first;
}

export const text = (of: Element, name: string): string => only(of, name).textContent ?? "";

export function limited(value: string, most: number, name: string): string {
  must(value.length > 0 && value.length <= most, `${name} is empty or too long`);
  return value;
}

/** An identifier of at most 35 characters of the SEPA character set, without a slash at either end. */
export function identifier(value: string, name: string): string {
  must(/^(?!\/)[A-Za-z0-9+?/:().,' -]{1,35}(?<!\/)$/.test(value), `${name} is not an identifier`);
  return value;
}

export function day(value: string, name: string): string {
  must(/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)), `${name} is not a day`);
  return value;
}

/** IBAN with valid check digits (ISO 7064 modulo 97-10). */
export function iban(value: string, party: string): string {
  const turned = `${value.slice(4)}${value.slice(0, 4)}`;
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  must(
    /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(value) && BigInt(digits) % 97n === 1n,
    `the IBAN of the ${party} is invalid`,
  );
  return value;
}
