/** Reads a form field that contains JSON; undefined if it is missing or invalid. */
export function jsonField(form: FormData, name: string): unknown {
  const value = form.get(name);
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
