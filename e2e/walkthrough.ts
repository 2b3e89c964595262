import { sign } from "@guichet/contract/signature.ts";

/** A step of a walkthrough in Markdown: a request as a block `http`, and its response as the following block `json`. */
export interface Step {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  answer: unknown;
}

const blocks = /```http\n([\s\S]*?)```\s+```json\n([\s\S]*?)```/g;

/** The steps in the order of the text. */
export function stepsOf(markdown: string): Step[] {
  return [...markdown.matchAll(blocks)].map(([, request = "", answer = ""]) => {
    const [head = "", body] = request.trim().split("\n\n");
    const [line = "", ...headers] = head.split("\n");
    const [method = "", target = ""] = line.split(" ");
    return {
      method,
      target,
      headers: Object.fromEntries(headers.map((header) => header.split(": "))),
      body,
      answer: JSON.parse(answer),
    };
  });
}

/** Values learnt from earlier responses, by the names in `{{...}}`. */
export type Known = Record<string, string>;

const filled = (text: string, known: Known): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`No earlier response defines {{${name}}}`);
    return value;
  });

/** Sends a step as written, signed if it requires that, and returns the body. */
export async function send(baseUrl: string, key: string, step: Step, known: Known): Promise<unknown> {
  const url = new URL(baseUrl + filled(step.target, { ...known, signature: "" }));
  const values: Record<string, unknown> =
    step.body === undefined
      ? Object.fromEntries(url.searchParams)
      : JSON.parse(filled(step.body, { ...known, signature: "" }));
  if ("signature" in values) {
    const { signature: _, ...signed } = values;
    values.signature = sign(signed, key);
    if (step.body === undefined) url.searchParams.set("signature", `${values.signature}`);
  }
  const response = await fetch(url, {
    method: step.method,
    headers: Object.fromEntries(Object.entries(step.headers).map(([name, value]) => [name, filled(value, known)])),
    ...(step.body === undefined ? {} : { body: JSON.stringify(values) }),
  });
  return response.json();
}

/**
 * Lists the differences between a response and the step; every unknown `{{name}}` is learnt from it. A response may have more fields, and a
 * list more elements: a shown element must be among them.
 */
export function differences(shown: unknown, got: unknown, known: Known, at = "answer"): string[] {
  if (typeof shown === "string") {
    const name = /^\{\{(\w+)\}\}$/.exec(shown)?.[1];
    if (name !== undefined && known[name] === undefined && typeof got === "string") {
      known[name] = got;
      return [];
    }
    return filled(shown, known) === got ? [] : [`${at}: ${JSON.stringify(got)} instead of ${shown}`];
  }
  if (Array.isArray(shown)) {
    if (!Array.isArray(got)) return [`${at} is no list`];
    if (shown.length === 0) return got.length === 0 ? [] : [`${at} is not empty: ${JSON.stringify(got)}`];
    return shown.flatMap((one, place) => {
      const found = got.map((each) => differences(one, each, known, `${at}[${place}]`));
      return found.some((each) => each.length === 0) ? [] : (found[0] ?? [`${at} is empty`]);
    });
  }
  if (typeof shown === "object" && shown !== null) {
    if (typeof got !== "object" || got === null) return [`${at}: ${JSON.stringify(got)} is no object`];
    return Object.entries(shown).flatMap(([name, value]) =>
      differences(value, (got as Record<string, unknown>)[name], known, `${at}.${name}`),
    );
  }
  return shown === got ? [] : [`${at}: ${JSON.stringify(got)} instead of ${JSON.stringify(shown)}`];
}
