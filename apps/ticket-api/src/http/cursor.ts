import { err, ok, type Result } from "@guichet/contract/result.ts";
import type { z } from "zod";
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

/** The cursor of a list whose order needs more than an id: the sorting values of the page's last row, opaque to the caller. */
export const keysetCursor = (values: object): string => Buffer.from(JSON.stringify(values)).toString("base64url");

/** Reads a cursor of `keysetCursor` by the shape of its values. */
export function readKeysetCursor<Values>(
  cursor: string | undefined,
  shape: z.ZodType<Values>,
): Result<Values | undefined, "CURSOR_INVALID"> {
  if (cursor === undefined) return ok(undefined);
  const read = shape.safeParse(jsonIn(Buffer.from(cursor, "base64url").toString("utf8")));
  return read.success ? ok(read.data) : err("CURSOR_INVALID");
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
