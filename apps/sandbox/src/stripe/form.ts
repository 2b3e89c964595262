const mostFields = 200;
const mostLevels = 6;

export type Form = { [name: string]: FormValue };
export type FormValue = string | Form | FormValue[];

/**
 * Parses parameters as Stripe does: `a[b]=1` is an object, `a[0]=1` and `a[]=1` are lists. Undefined for a name that is
 * malformed, or for too many of them.
 */
export function parseForm(text: string): Form | undefined {
  const pairs = [...new URLSearchParams(text)];
  if (pairs.length > mostFields) return undefined;
  const root: Form = {};
  for (const [name, value] of pairs) {
    const path = pathOf(name);
    if (path === undefined || !put(root, path, value)) return undefined;
  }
  return listsIn(root) as Form;
}

/** The name of a parameter as Stripe writes it: `a[b][0]`. */
export function nameOf(path: readonly PropertyKey[]): string {
  const [first = "", ...others] = path.map(String);
  return first + others.map((part) => `[${part}]`).join("");
}

function pathOf(name: string): string[] | undefined {
  const match = /^([A-Za-z_]\w*)((?:\[\w*\])*)$/.exec(name);
  if (match === null) return undefined;
  const path = [match[1] ?? "", ...[...(match[2] ?? "").matchAll(/\[(\w*)\]/g)].map(([, part]) => part ?? "")];
  return path.length > mostLevels || path.includes("__proto__") ? undefined : path;
}

function put(root: Form, path: readonly string[], value: string): boolean {
  let at = root;
  for (const [index, part] of path.entries()) {
    const key = part === "" ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      if (Object.hasOwn(at, key)) return false;
      at[key] = value;
      return true;
    }
    const next = Object.hasOwn(at, key) ? at[key] : {};
    if (typeof next !== "object" || Array.isArray(next)) return false;
    at[key] = next;
    at = next;
  }
  return false;
}

/** An object with the names 0, 1, 2 and so on is a list. */
function listsIn(value: FormValue): FormValue {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, listsIn(each)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
