import type { Language } from "@guichet/contract/languages.ts";
import { contentPolicy } from "@guichet/web/content-policy.ts";
import { htmlEscape } from "escape-goat";
import type { FastifyReply } from "fastify";
import { formsLeadTo } from "./form-targets.ts";

/**
 * Sends a page that reloads the same address, or `to`, from within the shop, so that the browser sends Strict cookies
 * (decisions on cookies). Needs no script.
 */
export function sendSameSiteRedirect(reply: FastifyReply, language: Language, demo: boolean, to?: string) {
  const content = to === undefined ? "0" : `0;url=${htmlEscape(to)}`;
  return reply
    .code(200)
    .header("cache-control", "no-store")
    .header("content-security-policy", contentPolicy({ scripts: [], styles: [] }, formsLeadTo(demo)))
    .type("text/html; charset=utf-8")
    .send(`<!doctype html><html lang="${language}"><meta http-equiv="refresh" content="${content}"><title>…</title>`);
}
