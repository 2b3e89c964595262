import { marked } from "marked";
import sanitizeHtml from "sanitize-html";

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["p", "br", "strong", "em", "b", "i", "a", "ul", "ol", "li", "blockquote", "code", "hr"],
    ...["h2", "h3", "h4", "h5", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: { a: ["href", "rel"], th: ["scope"] },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  transformTags: { a: sanitizeHtml.simpleTransform("a", { rel: "noopener" }), h1: "h2" },
};

/** Converts an operator's Markdown to inert, sanitised HTML (§1 "formatted markup"). */
export function formatted(markdown: string): string {
  return sanitizeHtml(marked.parse(markdown, { async: false, gfm: true }), allowed);
}
