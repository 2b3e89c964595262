import { err, ok, type Result } from "@guichet/contract/result.ts";
import { isUuid } from "../ids.ts";

/** A cursor is the id of the last row of the page before, opaque to the caller. */
export function readCursor(cursor: string | undefined): Result<string | undefined, "CURSOR_INVALID"> {
  if (cursor === undefined) return ok(undefined);
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  return isUuid(id) ? ok(id) : err("CURSOR_INVALID");
}

/** Cuts what was read (one more than asked) to a page, and tells where the next begins. */
export function cursorAfter<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; nextCursor: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { page, nextCursor: more ? Buffer.from(last.id).toString("base64url") : undefined };
}
