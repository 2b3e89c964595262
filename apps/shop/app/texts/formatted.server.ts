import { LRUCache } from "lru-cache";
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

/** How many characters of Markdown and HTML are kept: the texts of some hundred networks. */
const keptLength = 4_000_000;
const kept = new LRUCache<string, string>({
  maxSize: keptLength,
  sizeCalculation: (html, markdown) => html.length + markdown.length + 1,
});

/** Converts an operator's Markdown to inert, sanitised HTML (§1 "formatted markup"); kept, because each page shows the same texts. */
export function formatted(markdown: string): string {
  const known = kept.get(markdown);
  if (known !== undefined) return known;
  const html = sanitizeHtml(marked.parse(markdown, { async: false, gfm: true }), allowed);
  kept.set(markdown, html);
  return html;
}
