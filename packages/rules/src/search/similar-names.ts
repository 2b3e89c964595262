import { errorsAllowed, errorsIn, wholeDistance } from "../catalogue/search.ts";
import { fold } from "../persons/folding.ts";

/** Search for people: what a typed word is looked up by, and who was meant, with one or two wrong letters (decision 161). */

/** Letters of a word that count. */
const wordMax = 40;

/** The words of a name or of what was typed, folded. */
export const nameWords = (text: string): string[] => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])];

/** The forms in which a folded word of a name is searched: as typed, and with or without the Arabic article. */
export function formsOf(word: string): string[] {
  if (!/^\p{Script=Arabic}+$/u.test(word)) return [word];
  return /^ال.{3}/u.test(word) ? [word, word.slice(2)] : [word, `ال${word}`];
}

/** The index entries for names with a word that begins like this one (`name_search_keys`). */
export const beginningKeys = (word: string): string[] =>
  formsOf(word).map((form) => ` ${[...form].slice(0, wordMax).join("")}`);

/** The index entries for words that differ from this one in a letter or two (`word_variants`): itself, and it without each letter. */
export function variantKeys(word: string): string[] {
  return formsOf(word).flatMap((form) => {
    const letters = [...form].slice(0, wordMax);
    return [letters.join(""), ...letters.map((_, index) => letters.toSpliced(index, 1).join(""))];
  });
}

/** The wrong letters in the typed words if a person with this name was meant; null: somebody else was. */
export function nameErrors(words: readonly string[], name: string): number | null {
  const known = nameWords(name);
  let errors = 0;
  for (const word of words) {
    const allowed = errorsAllowed(word, false);
    const found = known
      .flatMap((one) => formsOf(word).map((form) => errorsIn(form, one, allowed)))
      .filter((one) => one !== null);
    if (found.length === 0) return null;
    errors += Math.min(...found);
  }
  return errors;
}

/** Wrong letters allowed in the two parts of an e-mail address. */
const localErrorsMax = 2;
const domainErrorsMax = 2;

/** The wrong letters in a typed e-mail address if this one was meant; null: another one was. A beginning of a domain is enough. */
export function emailErrors(typed: string, email: string): number | null {
  const [local = "", domain = ""] = typed.split("@");
  const [knownLocal = "", knownDomain = ""] = email.split("@");
  const errors = wholeDistance(local, knownLocal);
  if (errors > (local.length < 8 ? 1 : localErrorsMax)) return null;
  if (knownDomain.startsWith(domain)) return errors;
  const wrong = wholeDistance(domain, knownDomain);
  return wrong <= domainErrorsMax ? errors + wrong : null;
}
