/** A paragraph of one of two versions; `at`: its place in the comparison. */
export interface Paragraph {
  is: "same" | "added" | "removed";
  text: string;
  at: number;
}

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n{2,}/u)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/**
 * Compares two versions of a text by paragraphs: the longest common sequence stays, everything else is removed or added. Of what stays, only
 * the paragraph before and after a change is returned.
 */
export function changedParagraphs(former: string, text: string): Paragraph[] {
  const [old, next] = [paragraphsOf(former), paragraphsOf(text)];
  const common = commonLengths(old, next);
  const all: Paragraph[] = [];
  let [i, j] = [0, 0];
  const put = (is: Paragraph["is"], one = "") => all.push({ is, text: one, at: all.length });
  while (i < old.length || j < next.length) {
    if (i < old.length && old[i] === next[j]) {
      put("same", old[i]);
      i += 1;
      j += 1;
    } else if (j >= next.length || (i < old.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      put("removed", old[i]);
      i += 1;
    } else {
      put("added", next[j]);
      j += 1;
    }
  }
  const isChange = (index: number) => all[index] !== undefined && all[index].is !== "same";
  return all.filter(({ at }) => [at - 1, at, at + 1].some(isChange));
}

const lengthAt = (lengths: readonly number[][], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** The length of the longest common sequence from each position of both on. */
function commonLengths(old: readonly string[], next: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: next.length + 1 }, () => 0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = next.length - 1; j >= 0; j -= 1)
      row[j] =
        old[i] === next[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
  }
  return lengths;
}
