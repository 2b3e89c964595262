import { createHash } from "node:crypto";
import { htmlEscape } from "escape-goat";
import type { FastifyReply } from "fastify";

/** Markup, which `html` does not escape again. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | undefined | readonly Markup[];

/** Builds markup; values are escaped, except markup and lists of it. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: texts.reduce((done, text, index) => done + markupOf(parts[index - 1]) + text) };
}

/** Marks a constant of this project as markup; never for untrusted text. */
export function trusted(markup: string): Markup {
  return { markup };
}

/** CSP source for exactly this style sheet (CSP 3, hash source). */
export function styleSource(css: string): string {
  return `'sha256-${createHash("sha256").update(css).digest("base64")}'`;
}

export interface PageRules {
  /** Allowed targets of forms, including redirects. */
  formAction: string;
  styleSource: string;
  frameSource?: string;
}

/** Sends a page that runs no script, is not cached and cannot be framed. */
export function sendPage(reply: FastifyReply, page: Markup, rules: PageRules): FastifyReply {
  return reply.headers(pageHeaders(rules)).type("text/html; charset=utf-8").send(page.markup);
}

/** Headers of such a page. */
export function pageHeaders(rules: PageRules): Record<string, string> {
  const frames = rules.frameSource ? `; frame-src ${rules.frameSource}` : "";
  return {
    "content-security-policy": `default-src 'none'; img-src 'self' data:; style-src ${rules.styleSource}; form-action ${rules.formAction}; frame-ancestors 'none'; base-uri 'none'${frames}`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

function markupOf(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string") return htmlEscape(part);
  if (typeof part === "number") return String(part);
  if ("markup" in part) return part.markup;
  return part.map((each) => each.markup).join("");
}
