/** Keys that identify a list entry, instead of its position. */
const names = ["id", "code"] as const;

/** Replaces list positions in a path with ids: `articles.3.price` becomes `articles.day-pass.price`. */
export function pathByIds(path: string, file: unknown): string {
  let at: unknown = file;
  return path
    .split(".")
    .map((key) => {
      const inside = isRecord(at) ? at[key] : undefined;
      const name = Array.isArray(at) ? keyOf(inside) : undefined;
      at = inside;
      return name ?? key;
    })
    .join(".");
}

function keyOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const values = names.map((key) => entry[key]);
  return values.find((name): name is string => typeof name === "string" && name !== "");
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
