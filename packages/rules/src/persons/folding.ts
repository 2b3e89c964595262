/** Optional marks: accents, Arabic vowel signs, Hebrew points; not the vowels of Indic scripts. */
const optionalMarks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;

/** Letters that are typed for each other but not unified by decomposition. */
const variants: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
  "\u0671": "\u0627", // alef wasla
  "\u0629": "\u0647", // ta marbuta
  "\u0649": "\u064a", // alef maqsura
  "\u0640": "", // tatweel
  "\u2019": "'",
};
const variantLetters = new RegExp(`[${Object.keys(variants).join("")}]`, "gu");

/** Folds a text for comparison and search: without case, accents and optional signs, in any script. Never for display. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(optionalMarks, "")
    .replace(variantLetters, (letter) => variants[letter] ?? letter)
    .replace(/\s+/gu, " ")
    .trim();
}
