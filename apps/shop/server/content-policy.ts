import { createHash } from "node:crypto";

/**
 * What a page may load and run: nothing but our own, inline only what carries this answer's nonce (or, in a page that is
 * kept for many, what has one of these hashes). `style` attributes are left to components: they run nothing.
 */
export function contentPolicy(inline: readonly string[], demo: boolean): string {
  const own = ["'self'", ...inline].join(" ");
  return [
    "default-src 'self'",
    `script-src ${own}`,
    `style-src ${own}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // An order leads from our form to the payment provider's page, wherever that is.
    `form-action 'self' https:${demo ? " http:" : ""}`,
  ].join("; ");
}

export const nonceSource = (nonce: string): string => `'nonce-${nonce}'`;

/** The page without its nonce, and the hashes of its inline scripts and styles in its stead. */
export function withoutNonce(html: string, nonce: string): { html: string; sources: string[] } {
  const bare = html.replaceAll(` nonce="${nonce}"`, "");
  const sources = new Set<string>();
  for (const [, content] of bare.matchAll(/<(?:script|style)(?![^>]*\ssrc=)[^>]*>([^]*?)<\/(?:script|style)>/g)) {
    if (content) sources.add(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
  }
  return { html: bare, sources: [...sources] };
}
