/** Reads a form's field that holds JSON; undefined when it is missing or no JSON. */
export function jsonField(form: FormData, name: string): unknown {
  const value = form.get(name);
  if (typeof value !== "string") return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
