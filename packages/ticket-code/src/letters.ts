const bytesPerGroup = 7;
const lettersPerGroup = 12;
/** Letters for a last group of 0 to 6 bytes; all differ, so that their number determines the number of bytes. */
const lettersForRest = [0, 2, 4, 6, 7, 9, 11];

/**
 * Encodes bytes as capital letters A to Z: 7 bytes in 12 letters (26^12 > 2^56). Capitals take 5 bits each in an Aztec symbol
 * without a mode change, which makes this the most compact text: 8.6 bits per byte.
 */
export function toLetters(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += bytesPerGroup) {
    const group = bytes.subarray(start, start + bytesPerGroup);
    let value = 0n;
    for (const byte of group) value = value * 256n + BigInt(byte);
    let letters = "";
    const length = group.length === bytesPerGroup ? lettersPerGroup : (lettersForRest[group.length] ?? 0);
    for (let i = 0; i < length; i++) {
      letters = String.fromCharCode(65 + Number(value % 26n)) + letters;
      value /= 26n;
    }
    text += letters;
  }
  return text;
}

/** Decodes a text of `toLetters`; null for any other text. Every byte sequence has exactly one text. */
export function fromLetters(text: string): Uint8Array | null {
  if (!/^[A-Z]*$/.test(text)) return null;
  const rest = lettersForRest.indexOf(text.length % lettersPerGroup);
  if (rest < 0) return null;
  const bytes = new Uint8Array(Math.floor(text.length / lettersPerGroup) * bytesPerGroup + rest);
  for (let start = 0, at = 0; start < text.length; start += lettersPerGroup, at += bytesPerGroup) {
    let value = 0n;
    for (const letter of text.slice(start, start + lettersPerGroup)) {
      value = value * 26n + BigInt(letter.charCodeAt(0) - 65);
    }
    for (let i = Math.min(at + bytesPerGroup, bytes.length) - 1; i >= at; i--) {
      bytes[i] = Number(value % 256n);
      value /= 256n;
    }
    if (value !== 0n) return null;
  }
  return bytes;
}
