/** Values of an item of a catalogue by key; an absent key is `undefined`. */
export type ItemValues = Readonly<Record<string, unknown>>;

/** A change of an item: its values when it was drafted and as drafted. null: the catalogue has no such item. */
export interface ItemChange {
  before: ItemValues | null;
  after: ItemValues | null;
}

export interface MergedItem {
  /** The item with the change; null: withdrawn. */
  values: ItemValues | null;
  /** Keys that the change and somebody else changed otherwise; `*`: the item was added or withdrawn since. */
  conflicts: string[];
}

/** Whether two values of a key are the same. */
export type SameValue = (key: string, one: unknown, other: unknown) => boolean;

/**
 * Applies a drafted change to an item as it is live now: keys that the draft does not change keep their live value. A key that both
 * changed, not to the same value, is a conflict; the draft's value is in the result.
 */
export function mergeItem({ before, after }: ItemChange, live: ItemValues | null, isSame: SameValue): MergedItem {
  if (after === null) return { values: null, conflicts: [] };
  if (before === null || live === null) {
    const differing = live === null ? [] : changedKeys(live, after, isSame);
    const isGone = live === null && before !== null;
    return { values: after, conflicts: isGone || differing.length > 0 ? ["*"] : [] };
  }
  const changed = changedKeys(before, after, isSame);
  const values: Record<string, unknown> = { ...live };
  for (const key of changed) {
    if (after[key] === undefined) delete values[key];
    else values[key] = after[key];
  }
  const conflicts = changed.filter(
    (key) => !isSame(key, live[key], before[key]) && !isSame(key, live[key], after[key]),
  );
  return { values, conflicts };
}

/** The keys in which two items differ, in the sequence of the second. */
export function changedKeys(one: ItemValues, other: ItemValues, isSame: SameValue): string[] {
  const keys = [...new Set([...Object.keys(other), ...Object.keys(one)])];
  return keys.filter((key) => !isSame(key, one[key], other[key]));
}

/**
 * A list of ids in a drafted sequence: what the draft does not know comes after the item that it follows now, and what is gone
 * is left out.
 */
export function mergeOrder(drafted: readonly string[], live: readonly string[]): string[] {
  const liveIds = new Set(live);
  const sorted = drafted.filter((id) => liveIds.has(id));
  const draftedIds = new Set(drafted);
  live.forEach((id, index) => {
    if (draftedIds.has(id)) return;
    const previous = live[index - 1];
    sorted.splice(previous === undefined ? 0 : sorted.indexOf(previous) + 1, 0, id);
  });
  return sorted;
}
