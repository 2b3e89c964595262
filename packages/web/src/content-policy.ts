import { createHash } from "node:crypto";

/**
 * Content security policy of a page: only our own resources; inline ones only with this response's nonce (or, in a page cached for
 * many, with one of these hashes). `style` attributes are allowed, since they run nothing. `formsLeadTo`: allowed form targets
 * besides our own addresses.
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

/** Inline scripts and styles allowed by the policy, as sources. */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

export function nonceSources(nonce: string): Inline {
  return { scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] };
}

/**
 * Replaces the nonce of a page with the hashes of the elements that had it: an injected inline script or style has no nonce, so
 * gets no hash, and does not run.
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
