import type { TicketApi } from "@guichet/client/ticket-api.ts";
import { PreviewEnd } from "@guichet/contract/catalogue.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ShownPreview } from "../app/page/shown-preview.ts";
import type { Cookies } from "../app/session/cookies.server.ts";

const linkShape = /^\/preview\/(\w[\w-]*\.\d+\.[\w-]{1,120})$/;
export const leavePath = "/preview/leave";

/**
 * Answers the addresses of previews of catalogue drafts (decision 187); undefined: the request is for a page. The link stores its token,
 * which the Ticket API checks with each page, and leads to the home page; leaving removes it.
 */
export function answerPreview(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { path, prefix, cookies }: { path: string; prefix: string; cookies: Cookies },
): FastifyReply | undefined {
  const [, token] = linkShape.exec(path) ?? [];
  if (method === "GET" && token !== undefined) cookies.set("preview", token);
  else if (method === "POST" && path === leavePath) cookies.clear("preview");
  else return undefined;
  return reply
    .code(303)
    .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" })
    .header("set-cookie", cookies.written())
    .redirect(prefix === "" ? "/" : prefix);
}

/** Headers of a page while a preview is open: nobody else sees it, and no search engine lists it. */
export const previewHeaders = (cookies: Cookies): Record<string, string> =>
  cookies.get("preview") === undefined ? {} : { "cache-control": "private, no-store", "x-robots-tag": "noindex" };

/** The preview whose token a browser has; `token` is absent once it shows nothing. */
export interface OpenedPreview {
  shown: ShownPreview;
  token?: string;
}

/** Reads what a preview shows. `answer`: of the Ticket API. */
export async function readPreview(token: string, answer: Promise<Result<{ name: string }>>): Promise<OpenedPreview> {
  const read = await answer;
  if (read.ok) return { shown: { name: read.value.name }, token };
  return { shown: { ended: PreviewEnd.catch("link").parse(read.details?.reason) } };
}

/** Makes a call as the preview shows the catalogue; the live one answers where the preview has ended meanwhile. */
export async function asPreviewed<T>(
  preview: OpenedPreview | null,
  request: (settings: Pick<Parameters<TicketApi["call"]>[2] & object, "preview">) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (preview?.token === undefined) return request({});
  const outcome = await request({ preview: preview.token });
  return !outcome.ok && outcome.code === "NOT_FOUND" ? request({}) : outcome;
}
