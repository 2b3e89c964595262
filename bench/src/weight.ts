import { brotliCompressSync } from "node:zlib";
import type { Installation } from "./installation.ts";
import { type Figure, reached } from "./table.ts";

const kb = (bytes: number): number => bytes / 1024;
const limits = { script: 120, style: 15, font: 50 } as const;

/** Measures the brotli size of a first view: scripts, styles and fonts of the public pages. */
export async function weightFigures(installation: Installation): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [page, path] of [
    ["home", "/fr"],
    ["product", "/fr/products/ticket-1h"],
    ["cart", "/fr/cart"],
    ["home in Arabic", "/ar"],
  ] as const) {
    const address = new URL(path, installation.shopUrl);
    const html = await (await fetch(address)).text();
    const scripts = unique([
      ...html.matchAll(/(?:src|href)="([^"]+\.js)"/g),
      ...html.matchAll(/"(\/assets\/[^"]+\.js)"/g),
    ]);
    const styles = unique(html.matchAll(/href="([^"]+\.css)"/g));
    const fonts = unique(html.matchAll(/href="([^"]+\.woff2)"/g));
    const script = await weigh(scripts, address, true);
    const style = await weigh(styles, address, true);
    const font = await weigh(fonts, address, false);
    figures.push({
      what: `${page}: script, style, preloaded fonts`,
      value: `${script.toFixed(0)} KB, ${style.toFixed(1)} KB, ${font.toFixed(0)} KB`,
      comparison: "",
      bar: reached("120, 15, 50 KB", script <= limits.script && style <= limits.style && font <= limits.font),
    });
  }
  return figures;
}

const unique = (found: Iterable<RegExpMatchArray>): string[] => [...new Set([...found].map((match) => match[1] ?? ""))];

async function weigh(paths: readonly string[], page: URL, compressed: boolean): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const response = await fetch(new URL(path, page), { headers: { "accept-encoding": "identity" } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const body = Buffer.from(await response.arrayBuffer());
    bytes += compressed ? brotliCompressSync(body).length : body.length;
  }
  return kb(bytes);
}
