import type { FileAnswer } from "@guichet/client/ticket-api.ts";
import type { Result } from "@guichet/contract/result.ts";
import { redirect } from "react-router";
import { href } from "../paths.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * Serves a file of the signed-in user. Visitors are redirected to sign in and then to `place`, the page that offers the
 * file. A missing file is 404; a file refused for now redirects to `place` with `refused=1`, and that page shows a
 * message. `filename`: the name under which a browser saves it.
 */
export async function answerFile(
  ctx: RequestContext,
  place: string,
  ask: () => Promise<Result<FileAnswer>>,
  filename?: string,
): Promise<Response> {
  if (!ctx.session.open) return redirect(href("auth", undefined, { next: place }));
  const file = await ask();
  if (!file.ok) {
    if (file.code === "NOT_FOUND") throw new Response(null, { status: 404 });
    return redirect(`${place}${place.includes("?") ? "&" : "?"}refused=1`);
  }
  const { bytes, mediaType } = file.value;
  const disposition = filename === undefined ? "inline" : `inline; filename="${filename}"`;
  const headers = {
    "content-type": mediaType,
    "content-disposition": disposition,
    "cache-control": "private, no-store",
  };
  return new Response(new Uint8Array(bytes), { headers });
}

const idShape = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads an id from an address; throws 404 where it is not a valid id. */
export function idIn(url: string, name: string): string {
  const id = new URL(url).searchParams.get(name) ?? "";
  if (!idShape.test(id)) throw new Response(null, { status: 404 });
  return id;
}
