/** A thing of a list goes by one of these, not by its place. */
const names = ["id", "code"] as const;

/** A path of keys inside a file, its things by their ids: `articles.3.price` as `articles.day-pass.price`. */
export function pathByIds(path: string, file: unknown): string {
  let at: unknown = file;
  return path
    .split(".")
    .map((key) => {
      const inside = isRecord(at) ? at[key] : undefined;
      const name = Array.isArray(at) ? nameOf(inside) : undefined;
      at = inside;
      return name ?? key;
    })
    .join(".");
}

function nameOf(thing: unknown): string | undefined {
  if (!isRecord(thing)) return undefined;
  const given = names.map((key) => thing[key]);
  return given.find((name): name is string => typeof name === "string" && name !== "");
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
