import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@guichet/contract/languages.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApiPeer } from "../testing/api-peer.ts";
import { buildFolder, builtPages } from "../testing/built-pages.ts";
import { readConfig } from "./config.ts";
import { createShop } from "./server.ts";

/** Limit for the Brotli size of all scripts needed for the first render. */
const scriptMaxBytes = 120 * 1024;
/** Limit for the fonts that a page preloads; they are compressed files. */
const fontMaxBytes = 50 * 1024;
const client = join(buildFolder, "client");

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
let textFiles: Record<Language, Record<string, string>>;
beforeAll(async () => {
  const pages = await builtPages();
  textFiles = JSON.parse(readFileSync(join(client, "texts.json"), "utf8"));
  peer = await startApiPeer();
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});

describe.each(["fr", "en", "ar"] as const)("in %s", (language) => {
  // covers: home, product and cart wait for 120 KB of script at most
  test.each([
    ["home", ""],
    ["product", "/products/ticket"],
    ["cart", "/cart"],
  ])("%s waits for at most 120 KB of script, and for no other screen's", async (own, path) => {
    const page = await shop.inject({ url: `/${language}${path}`, headers: { host: "localhost:3000" } });
    expect(page.statusCode).toBe(200);
    const scripts = waitedFor(page.body, language);
    const bytes = scripts.reduce((sum, script) => sum + statSync(`${join(client, script)}.br`).size, 0);
    expect(bytes, scripts.join("\n")).toBeLessThanOrEqual(scriptMaxBytes);
    expect(scripts.filter((script) => /\.screen-/.test(script))).toEqual([expect.stringContaining(`/${own}.screen-`)]);
  });

  // covers: a first view preloads the fonts of its language, at most 50 KB
  test("every page preloads the fonts of its language, at most 50 KB", async () => {
    const faces = language === "ar" ? ["noto-arabic-400", "noto-arabic-700"] : ["inter", "vollkorn-600"];
    for (const path of ["", "/cart", "/legal-notices", "/no-such-page"]) {
      const { body } = await shop.inject({ url: `/${language}${path}`, headers: { host: "localhost:3000" } });
      const fonts = [...body.matchAll(/<link rel="preload" href="(\/assets\/[\w.-]+\.woff2)"[^>]*>/g)];
      expect(fonts.map(([link]) => link)).toEqual(
        faces.map(() => expect.stringMatching(/as="font" type="font\/woff2" crossorigin="anonymous"/i)),
      );
      const files = fonts.map(([, file = ""]) => file);
      expect(files).toEqual(faces.map((face) => expect.stringContaining(`/${face}-`)));
      // The style sheet names the same files, so that none is loaded twice.
      const [, sheet = ""] = /rel="stylesheet" href="(\/assets\/root-[\w.-]+\.css)"/.exec(body) ?? [];
      const styles = readFileSync(join(client, sheet), "utf8");
      for (const file of files) expect(styles).toContain(file);
      expect(files.reduce((sum, file) => sum + statSync(join(client, file)).size, 0)).toBeLessThanOrEqual(fontMaxBytes);
    }
  });
});

// covers: the first view of the home page is drawn from its own response: no style sheet delays it
test("a first view has its styles in the page; a page of somebody who is signed in refers to them", async () => {
  const headers = { host: "localhost:3000" };
  const first = await shop.inject({ url: "/fr", headers });
  const [, sheet = ""] = /<link media="print" rel="stylesheet" href="([^"]+)"/.exec(first.body) ?? [];
  expect(first.body).toContain(`<style>${readFileSync(join(client, sheet), "utf8")}</style>`);
  expect(first.body).not.toMatch(/<link [^>]*rel="stylesheet"(?<!media="print"[^>]*)/);
  const later = await shop.inject({ url: "/fr", headers: { ...headers, cookie: "userTicketToken=good" } });
  expect(later.body).toMatch(new RegExp(`<link [^>]*rel="stylesheet" href="${sheet}"`));
  expect(later.body).not.toContain('media="print"');
});

/** The scripts of a page, their imports, and the texts that they wait for. */
function waitedFor(html: string, language: Language): string[] {
  const found = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path));
  for (const path of found) {
    const code = readFileSync(join(client, path), "utf8");
    if (path.includes("/manifest-")) continue;
    for (const [, file] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)/g)) found.add(`/assets/${file}`);
    for (const [, module = ""] of code.matchAll(/await [\w$]+\(["'`]([\w-]+)["'`]\)/g)) {
      const texts = textFiles[language][module];
      if (texts !== undefined) found.add(texts);
    }
  }
  return [...found];
}
