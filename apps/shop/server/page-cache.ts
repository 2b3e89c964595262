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
  /** A network has changed; without one, the time has. */
  drop(network?: string): void;
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
      for (const [key, entry] of pages) if (network === undefined || entry.network === network) pages.delete(key);
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

/** Adds the packed form that a browser takes, if it is not there yet. */
export async function packFor(page: KeptPage, acceptEncoding: string | undefined): Promise<void> {
  const wanted = wantedForm(acceptEncoding);
  if (wanted === undefined || page[wanted] !== undefined) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  page[wanted] = wanted === "br" ? await brotli(page.plain, { params }) : await deflate(page.plain);
}

function wantedForm(acceptEncoding = ""): "br" | "gzip" | undefined {
  if (/\bbr\b/.test(acceptEncoding)) return "br";
  return /\bgzip\b/.test(acceptEncoding) ? "gzip" : undefined;
}

/** The form of a page that the browser takes, as far as it is packed. */
export function formFor(
  page: KeptPage,
  acceptEncoding: string | undefined,
): { body: Buffer; encoding?: "br" | "gzip" } {
  const encoding = wantedForm(acceptEncoding);
  const body = encoding && page[encoding];
  return body ? { body, encoding } : { body: page.plain };
}
