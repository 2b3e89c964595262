import { languages } from "@guichet/contract/languages.ts";
import { fold } from "@guichet/rules/persons/folding.ts";

/** Name of the country as written on mail posted in France. */
export const france = "France";

/** ISO 3166 codes of France and of its territories with separate codes. */
const french: ReadonlySet<string> = new Set("FR FX GP MQ GF RE YT PM BL MF NC PF WF TF".split(" "));
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

let abroad: ReadonlySet<string> | undefined;

/** Whether the text names a country other than France, by its code or its name in a supported language. Regions are not countries. */
export function isAbroad(text: string): boolean {
  abroad ??= new Set(letters.flatMap((first) => letters.flatMap((second) => namesOf(first + second))));
  return abroad.has(fold(text));
}

const named = languages.map((language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }));

function namesOf(code: string): string[] {
  const names = french.has(code) ? [] : named.flatMap((each) => each.of(code) ?? []);
  return names.length === 0 ? [] : [code, ...names].map(fold);
}
