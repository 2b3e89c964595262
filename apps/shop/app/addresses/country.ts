import { languages } from "@guichet/contract/languages.ts";
import { fold } from "@guichet/rules/persons/folding.ts";

/** As it stands on a letter that is posted in France. */
export const france = "France";

/** France by ISO 3166, and what of it has a code of its own. */
const french: ReadonlySet<string> = new Set("FR FX GP MQ GF RE YT PM BL MF NC PF WF TF".split(" "));
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

let abroad: ReadonlySet<string> | undefined;

/** Is this another country than France, by its code or by its name in one of our languages? A region is none. */
export function isAbroad(text: string): boolean {
  abroad ??= new Set(letters.flatMap((first) => letters.flatMap((second) => namesOf(first + second))));
  return abroad.has(fold(text));
}

const named = languages.map((language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }));

function namesOf(code: string): string[] {
  const names = french.has(code) ? [] : named.flatMap((each) => each.of(code) ?? []);
  return names.length === 0 ? [] : [code, ...names].map(fold);
}
