const refused: readonly [RegExp, string][] = [
  [/<\s*script/i, "a script"],
  [/<\s*(foreignObject|iframe|embed|object|use\s+[^>]*href\s*=\s*["'](?!#))/i, "foreign content"],
  [/\son[a-z]+\s*=/i, "an event attribute"],
  [/javascript:/i, "a script address"],
  [/<!\s*(doctype|entity)/i, "a document type"],
  [/(href|src)\s*=\s*["']\s*(?!#)/i, "an address outside the drawing"],
  [/url\(\s*["']?\s*(?!#)/i, "an address outside the drawing"],
  [/@import/i, "an import"],
];

/** Why a logo is refused, or undefined: it must be one SVG drawing that runs no code and loads nothing. */
export function logoFault(svg: string): string | undefined {
  const drawing = svg.replace(/^\uFEFF?\s*(<\?xml[^>]*\?>)?\s*(<!--[\s\S]*?-->\s*)*/, "");
  if (!/^<svg[\s>]/.test(drawing) || !/<\/svg>\s*$/.test(drawing)) return "not an SVG drawing";
  const found = refused.find(([pattern]) => pattern.test(svg));
  return found === undefined ? undefined : `an SVG with ${found[1]} is refused`;
}
