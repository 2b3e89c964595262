import { err, ok, type Result } from "@guichet/contract/result.ts";
import { isUuid } from "../ids.ts";

/** Reads a cursor: the id of the previous page's last row, opaque to the caller. */
export function readCursor(cursor: string | undefined): Result<string | undefined, "CURSOR_INVALID"> {
  if (cursor === undefined) return ok(undefined);
  const id = Buffer.from(cursor, "base64url").toString("utf8");
  return isUuid(id) ? ok(id) : err("CURSOR_INVALID");
}

/** Cuts the rows read (one more than the limit) to a page, and returns the cursor of the next page. */
export function cursorAfter<Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; nextCursor: string | undefined } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { page, nextCursor: hasMore ? Buffer.from(last.id).toString("base64url") : undefined };
}
