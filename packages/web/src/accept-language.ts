import { type Language, languageOf } from "@guichet/contract/languages.ts";

const acceptedMax = 20;

/** The languages of an Accept-Language header, the most wanted first; what is refused (q=0) is left out. */
export function accepted(header: string | undefined): (Language | undefined)[] {
  if (header === undefined) return [];
  return header
    .split(",", acceptedMax)
    .map((part) => {
      const [tag, ...settings] = part.trim().split(";");
      const weight = settings.map((setting) => /^\s*q=([\d.]+)\s*$/.exec(setting)?.[1]).find((q) => q !== undefined);
      return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}
