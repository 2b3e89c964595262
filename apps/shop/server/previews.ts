import type { TicketApi } from "@guichet/client/ticket-api.ts";
import { PreviewEnd } from "@guichet/contract/catalogue.ts";
import type { Network } from "@guichet/contract/networks.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ShownPreview } from "../app/page/shown-preview.ts";
import type { Cookies } from "../app/session/cookies.server.ts";

const linkPath = "/preview";
const tokenShape = /^[\w-]{1,40}\.\d{1,12}\.[\w-]{1,100}$/;
const leavePath = "/preview/leave";

/**
 * Answers the addresses of previews of catalogue drafts (decision 187); undefined: the request is for a page. The link stores its token,
 * which the Ticket API checks with each page, and leads to the home page; leaving removes it.
 */
export function answerPreview(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { path, prefix, url, cookies }: { path: string; prefix: string; url: URL; cookies: Cookies },
): FastifyReply | undefined {
  const token = url.searchParams.get("token") ?? "";
  if (method === "GET" && path === linkPath && tokenShape.test(token)) cookies.set("preview", token);
  else if (method === "POST" && path === leavePath) cookies.clear("preview");
  else return undefined;
  return reply
    .code(303)
    .headers({ "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" })
    .header("set-cookie", cookies.written())
    .redirect(prefix === "" ? "/" : prefix);
}

/** Headers of a page that was asked for with a preview, also with one that has ended: nobody else sees it, and no search engine lists it. */
export const previewHeaders = (cookies: Cookies): Record<string, string> =>
  !cookies.names.includes("preview") ? {} : { "cache-control": "private, no-store", "x-robots-tag": "noindex" };

/** The preview whose token a browser has; `token` is absent once it shows nothing. */
export interface OpenedPreview {
  shown: ShownPreview;
  token?: string;
  /** The network as the draft leaves it. */
  network?: Network;
}

/** Reads what the preview of a token shows. `ask`: asks the Ticket API. */
export async function readPreview(
  token: string,
  ask: () => Promise<Result<{ name: string; network: Network }>>,
): Promise<OpenedPreview> {
  if (!tokenShape.test(token)) return { shown: { ended: "link" } };
  // What cannot be shown ends the preview, and not every page of this browser.
  const read = await ask().catch(() => undefined);
  if (read === undefined) return { shown: { ended: "faults" } };
  if (read.ok) return { shown: { name: read.value.name }, token, network: read.value.network };
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
