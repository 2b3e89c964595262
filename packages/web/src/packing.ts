import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import Negotiator from "negotiator";

/** A response with the compressed forms of its body. */
export interface PackedAnswer {
  status: number;
  headers: Record<string, string>;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** Compression level of pages, which are compressed once and sent often, but while a visitor waits. */
const brotliQuality = 5;

/** Adds the compressed form accepted by a browser, if missing. */
export async function packFor(page: PackedAnswer, acceptEncoding: string | undefined): Promise<void> {
  const wanted = wantedForm(acceptEncoding);
  if (wanted === undefined || page[wanted] !== undefined) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  page[wanted] = wanted === "br" ? await brotli(page.plain, { params }) : await deflate(page.plain);
}

/** Compressed forms by size; the smaller one is preferred, whatever the browser's order. */
const forms = ["br", "gzip"] as const;

/** Maximum length, longer than any browser's header; the rest is ignored. */
const headerMaxLength = 512;

function wantedForm(acceptEncoding = ""): "br" | "gzip" | undefined {
  const headers = { "accept-encoding": acceptEncoding.slice(0, headerMaxLength) };
  const taken = new Negotiator({ headers }).encodings(forms);
  return forms.find((form) => taken.includes(form));
}

/** The form of a page that the browser accepts, among the available ones. */
export function formFor(
  page: PackedAnswer,
  acceptEncoding: string | undefined,
): { body: Buffer; encoding?: "br" | "gzip" } {
  const encoding = wantedForm(acceptEncoding);
  const body = encoding && page[encoding];
  return body ? { body, encoding } : { body: page.plain };
}

/** Minimum size for compression; smaller bodies gain nothing. */
const packFromBytes = 1_400;

/** Sends the body of a response in the form that the browser accepts; its status and headers are already set. */
export async function sendPacked(reply: FastifyReply, page: PackedAnswer, acceptEncoding: string | undefined) {
  const packable = /^text\/|json|javascript/.test(page.headers["content-type"] ?? "");
  if (packable && page.plain.byteLength >= packFromBytes) await packFor(page, acceptEncoding);
  const { body, encoding } = formFor(page, acceptEncoding);
  if (encoding) reply.header("content-encoding", encoding);
  return reply.send(body);
}
