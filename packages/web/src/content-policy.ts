import { createHash } from "node:crypto";

/**
 * What a page may load and run: nothing but our own, inline only what carries this answer's nonce (or, in a page that is
 * kept for many, what has one of these hashes). `style` attributes are left to components: they run nothing.
 * `formsLeadTo`: where our forms may lead beside our own addresses.
 */
export function contentPolicy({ scripts, styles }: Inline, formsLeadTo = ""): string {
  return [
    "default-src 'self'",
    ["script-src", "'self'", ...scripts].join(" "),
    ["style-src", "'self'", ...styles].join(" "),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${formsLeadTo}`.trimEnd(),
  ].join("; ");
}

export const nonceSource = (nonce: string): string => `'nonce-${nonce}'`;

/** What inline scripts and styles may be, as sources of the policy. */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

export function nonceSources(nonce: string): Inline {
  return { scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] };
}

/**
 * The page without its nonce, and in its stead the hashes of what carried it: an inline script or style that we did not
 * write into the page gets none, and does not run.
 */
export function withoutNonce(html: string, nonce: string): { html: string; inline: Inline } {
  const inline = {
    scripts: hashes(html, inlineShape("script", nonce)),
    styles: hashes(html, inlineShape("style", nonce)),
  };
  return { html: html.replaceAll(` nonce="${nonce}"`, ""), inline };
}

function inlineShape(tag: "script" | "style", nonce: string): RegExp {
  const carried = nonce.replace(/[^A-Za-z0-9]/g, "\\$&");
  return new RegExp(`<${tag}(?=[^>]* nonce="${carried}")(?![^>]* src=)[^>]*>([\\s\\S]*?)</${tag}>`, "g");
}

function hashes(html: string, shape: RegExp): string[] {
  const found = [...html.matchAll(shape)].map(([, content = ""]) => content);
  return [...new Set(found)].map((content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`);
}
