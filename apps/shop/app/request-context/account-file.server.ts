import type { FileAnswer } from "@guichet/client/ticket-api.ts";
import type { Result } from "@guichet/contract/result.ts";
import { redirect } from "react-router";
import { href } from "../paths.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * Answers a file of whoever is signed in; visitors are led to sign in and come back to `place`, where the file is
 * offered. A file that there is none of is 404; one refused for now leads to `place` with `refused=1`, where words stand.
 */
export async function answerFile(
  ctx: RequestContext,
  place: string,
  ask: () => Promise<Result<FileAnswer>>,
): Promise<Response> {
  if (!ctx.session.open) return redirect(href("auth", undefined, { next: place }));
  const file = await ask();
  if (!file.ok) {
    if (file.code === "NOT_FOUND") throw new Response(null, { status: 404 });
    return redirect(`${place}${place.includes("?") ? "&" : "?"}refused=1`);
  }
  const { bytes, mediaType } = file.value;
  const headers = { "content-type": mediaType, "content-disposition": "inline", "cache-control": "private, no-store" };
  return new Response(new Uint8Array(bytes), { headers });
}

const idShape = /^[A-Za-z0-9_-]{1,64}$/;

/** An id out of an address; anything else was never one of ours: 404. */
export function idIn(url: string, name: string): string {
  const id = new URL(url).searchParams.get(name) ?? "";
  if (!idShape.test(id)) throw new Response(null, { status: 404 });
  return id;
}
