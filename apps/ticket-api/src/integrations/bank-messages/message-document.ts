import { DOMParser, type Element, type Node } from "@xmldom/xmldom";

/** A message that the reader refuses; the text says where and why. */
export class MessageFault extends Error {}

/** Limits of a message: a bank splits longer reports. */
export const messageLimits = { bytes: 20 * 1024 * 1024, depth: 40, elements: 1_000_000 } as const;

/**
 * Parses an ISO 20022 message in UTF-8 and returns its `Document`. Throws `MessageFault` for a message that is too large, is not
 * well-formed, has a document type or entities of its own (which could read files or grow without limit), or is in none of `namespaces`.
 */
export function readDocument(content: Uint8Array, namespaces: readonly string[]): Element {
  if (content.byteLength > messageLimits.bytes)
    throw new MessageFault(`the file has more than ${messageLimits.bytes} bytes`);
  const xml = decoded(content);
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new MessageFault("a document type or entity is not allowed");
  const root = parsed(xml);
  if (root?.localName !== "Document" || !namespaces.includes(root.namespaceURI ?? ""))
    throw new MessageFault(`not a Document of ${namespaces.join(" or ")}`);
  checkSize(root);
  return root;
}

function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw new MessageFault("not in UTF-8");
  }
}

function parsed(xml: string): Element | null {
  const stop = (message: string): never => {
    throw new MessageFault(`not well-formed XML: ${message}`);
  };
  const parser = new DOMParser({ onError: (level, message) => void (level === "warning" || stop(message)) });
  try {
    return parser.parseFromString(xml, "text/xml").documentElement;
  } catch (cause) {
    if (cause instanceof MessageFault) throw cause;
    throw new MessageFault("not well-formed XML", { cause });
  }
}

/** Walks through the elements without recursion, so that a deep message cannot exhaust the stack. */
function checkSize(root: Element): void {
  let elements = 0;
  const open: { element: Element; depth: number }[] = [{ element: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    elements += 1;
    if (next.depth > messageLimits.depth)
      throw new MessageFault(`elements are nested deeper than ${messageLimits.depth}`);
    if (elements > messageLimits.elements) throw new MessageFault(`more than ${messageLimits.elements} elements`);
    for (let child = next.element.firstChild; child !== null; child = child.nextSibling)
      if (isElement(child)) open.push({ element: child, depth: next.depth + 1 });
  }
}

export const isElement = (node: Node): node is Element => node.nodeType === 1;
