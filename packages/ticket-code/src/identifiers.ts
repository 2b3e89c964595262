// Forty symbols, three of which fit in two bytes (40^3 < 2^16). The first ends an identifier; the last selects the second table
// for the next symbol.
const plain = "\0abcdefghijklmnopqrstuvwxyz0123456789-.\x0f";
const shifted = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_:/~+@#*=!,();";
const shift = plain.length - 1;

/** Maximum length in characters of an identifier in a ticket code. */
export const longestIdentifier = 48;

/** Whether an identifier fits in a ticket code: 1 to 48 letters, digits and `- . _ : / ~ + @ # * = ! , ( ) ;`. */
export function isWritable(identifier: string): boolean {
  return /^[A-Za-z0-9\-._:/~+@#*=!,();]{1,48}$/.test(identifier);
}

/** Packs identifiers, each with an end symbol, three symbols in two bytes, padded with end symbols. */
export function packIdentifiers(identifiers: string[]): Uint8Array {
  const symbols: number[] = [];
  for (const identifier of identifiers) {
    for (const character of identifier) {
      const symbol = plain.indexOf(character);
      if (symbol > 0 && symbol < shift) symbols.push(symbol);
      else symbols.push(shift, shifted.indexOf(character));
    }
    symbols.push(0);
  }
  while (symbols.length % 3 !== 0) symbols.push(0);
  const bytes: number[] = [];
  for (let i = 0; i < symbols.length; i += 3) {
    const word = (symbols[i] ?? 0) * 1600 + (symbols[i + 1] ?? 0) * 40 + (symbols[i + 2] ?? 0);
    bytes.push(word >> 8, word & 255);
  }
  return Uint8Array.from(bytes);
}

/** Unpacks `count` identifiers from `at`; `next` is the first byte after them. Null if they are malformed. */
export function unpackIdentifiers(
  bytes: Uint8Array,
  at: number,
  count: number,
): { identifiers: string[]; next: number } | null {
  const identifiers: string[] = [];
  let current = "";
  let isShifted = false;
  let next = at;
  while (identifiers.length < count) {
    const high = bytes[next];
    const low = bytes[next + 1];
    if (high === undefined || low === undefined) return null;
    const word = high * 256 + low;
    if (word >= 64000) return null;
    next += 2;
    for (const symbol of [Math.floor(word / 1600), Math.floor(word / 40) % 40, word % 40]) {
      if (identifiers.length === count) {
        if (symbol !== 0) return null;
      } else if (isShifted) {
        current += shifted[symbol] ?? "";
        isShifted = false;
      } else if (symbol === shift) {
        isShifted = true;
      } else if (symbol !== 0) {
        current += plain[symbol] ?? "";
      } else {
        if (!isWritable(current)) return null;
        identifiers.push(current);
        current = "";
      }
    }
  }
  return { identifiers, next };
}
