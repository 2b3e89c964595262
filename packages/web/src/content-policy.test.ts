import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { withoutNonce } from "./content-policy.ts";

const nonce = "a+b/c0==";
const hash = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

// covers §9: only our own inline scripts run, in the shop and in the office
test("a cached page allows the inline scripts and styles that had its nonce, and no injected ones", () => {
  const page = [
    `<script nonce="${nonce}">own()</script>`,
    `<script type="module" nonce="${nonce}" async="">late()</script>`,
    `<style nonce="${nonce}">a{}</style>`,
    "<script>injected()</script>",
    '<script nonce="guessed">injected()</script>',
    "<style>body{display:none}</style>",
    `<script nonce="${nonce}" src="/assets/a.js"></script>`,
  ];
  const { html, inline } = withoutNonce(page.join(""), nonce);
  expect(inline).toEqual({ scripts: [hash("own()"), hash("late()")], styles: [hash("a{}")] });
  expect(html).not.toContain(nonce);
});
