/**
 * The sheet that is open over a page, as state of the history entry: Back closes the sheet, and a reload opens it again with the
 * same idempotency key.
 */
export interface SheetState {
  /** Address of the same content as a page. */
  to: string;
  /** Idempotency key of the order, made when the sheet was opened. */
  key: string;
}

/** Reads the sheet from the state of a history entry; undefined if it opens none. */
export function sheetIn(state: unknown): SheetState | undefined {
  const sheet = (state as { sheet?: Partial<SheetState> } | null)?.sheet;
  if (typeof sheet?.to !== "string" || typeof sheet.key !== "string") return undefined;
  return { to: sheet.to, key: sheet.key };
}
