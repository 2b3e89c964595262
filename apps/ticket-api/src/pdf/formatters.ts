/** A cache of formatters, which are expensive to create and cheap to use. */
const numbers = new Map<string, Intl.NumberFormat>();
const moments = new Map<string, Intl.DateTimeFormat>();

export function numberFormat(tag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = tag + JSON.stringify(options);
  const known = numbers.get(key) ?? new Intl.NumberFormat(tag, options);
  numbers.set(key, known);
  return known;
}

export function momentFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options);
  const known = moments.get(key) ?? new Intl.DateTimeFormat(tag, options);
  moments.set(key, known);
  return known;
}
