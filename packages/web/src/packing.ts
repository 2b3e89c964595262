import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import Negotiator from "negotiator";

/** An answer as it goes out, its body in the forms that browsers take. */
export interface PackedAnswer {
  status: number;
  headers: Record<string, string>;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** A page is packed once and sent often, but somebody waits for it. */
const brotliQuality = 5;

/** Adds the packed form that a browser takes, if it is not there yet. */
export async function packFor(page: PackedAnswer, acceptEncoding: string | undefined): Promise<void> {
  const wanted = wantedForm(acceptEncoding);
  if (wanted === undefined || page[wanted] !== undefined) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  page[wanted] = wanted === "br" ? await brotli(page.plain, { params }) : await deflate(page.plain);
}

/** The packed forms, the smaller one first: it is sent whichever of the two a browser names first. */
const forms = ["br", "gzip"] as const;

/** Longer than the header of any browser: what follows is not read. */
const headerMaxLength = 512;

function wantedForm(acceptEncoding = ""): "br" | "gzip" | undefined {
  const headers = { "accept-encoding": acceptEncoding.slice(0, headerMaxLength) };
  const taken = new Negotiator({ headers }).encodings(forms);
  return forms.find((form) => taken.includes(form));
}

/** The form of a page that the browser takes, as far as it is packed. */
export function formFor(
  page: PackedAnswer,
  acceptEncoding: string | undefined,
): { body: Buffer; encoding?: "br" | "gzip" } {
  const encoding = wantedForm(acceptEncoding);
  const body = encoding && page[encoding];
  return body ? { body, encoding } : { body: page.plain };
}

/** Smaller than this, packing costs more than it saves. */
const packFromBytes = 1_400;

/** Sends the body of an answer in the form that the browser takes; its status and headers are set already. */
export async function sendPacked(reply: FastifyReply, page: PackedAnswer, acceptEncoding: string | undefined) {
  const packable = /^text\/|json|javascript/.test(page.headers["content-type"] ?? "");
  if (packable && page.plain.byteLength >= packFromBytes) await packFor(page, acceptEncoding);
  const { body, encoding } = formFor(page, acceptEncoding);
  if (encoding) reply.header("content-encoding", encoding);
  return reply.send(body);
}
