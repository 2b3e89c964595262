import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** An answer as it goes out, its body in the forms that browsers take. */
export interface KeptPage {
  status: number;
  headers: Record<string, string>;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** Anonymous pages for a short while: the same for everybody by host, path, language and theme (decisions, last section). */
export interface PageCache {
  get(key: string): KeptPage | undefined;
  put(key: string, network: string, page: KeptPage): void;
  /** A network has changed. */
  drop(network: string): void;
  readonly size: number;
}

const lifeMs = 15_000;
const pagesMax = 400;
const pageMaxBytes = 600_000;

export function createPageCache(now: () => number): PageCache {
  const pages = new Map<string, { page: KeptPage; network: string; until: number }>();
  return {
    get(key) {
      const entry = pages.get(key);
      if (entry && entry.until > now()) return entry.page;
      if (entry) pages.delete(key);
      return undefined;
    },
    put(key, network, page) {
      if (page.plain.byteLength > pageMaxBytes) return;
      const oldest = pages.keys().next();
      if (pages.size >= pagesMax && !pages.has(key) && !oldest.done) pages.delete(oldest.value);
      pages.set(key, { page, network, until: now() + lifeMs });
    },
    drop(network) {
      for (const [key, entry] of pages) if (entry.network === network) pages.delete(key);
    },
    get size() {
      return pages.size;
    },
  };
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** A page is packed once and sent often, but somebody waits for it. */
const brotliQuality = 5;

/** Adds the packed forms of a kept page, in the background. */
export async function pack(page: KeptPage): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  [page.br, page.gzip] = await Promise.all([brotli(page.plain, { params }), deflate(page.plain)]);
}

/** The smallest form that the browser takes. */
export function formFor(
  page: KeptPage,
  acceptEncoding: string | undefined,
): { body: Buffer; encoding?: "br" | "gzip" } {
  const accepted = acceptEncoding ?? "";
  if (page.br && /\bbr\b/.test(accepted)) return { body: page.br, encoding: "br" };
  if (page.gzip && /\bgzip\b/.test(accepted)) return { body: page.gzip, encoding: "gzip" };
  return { body: page.plain };
}
