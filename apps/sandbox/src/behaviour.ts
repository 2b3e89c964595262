export interface Behaviour<Kind extends string> {
  /** Orders this fault for the next `count` occasions; 0 cancels the order. */
  set(kind: Kind, count: number): void;
  /** Whether the fault applies to this occasion; reduces the remaining count. */
  take(kind: Kind): boolean;
  left(): Partial<Record<Kind, number>>;
}

/** Faults ordered by testers; they are lost at a restart. */
export function behaviour<Kind extends string>(): Behaviour<Kind> {
  const counts = new Map<Kind, number>();
  return {
    set: (kind, count) => {
      if (count === 0) counts.delete(kind);
      else counts.set(kind, count);
    },
    take: (kind) => {
      const left = counts.get(kind) ?? 0;
      if (left === 0) return false;
      if (left === 1) counts.delete(kind);
      else counts.set(kind, left - 1);
      return true;
    },
    left: () => {
      const left: Partial<Record<Kind, number>> = {};
      for (const [kind, count] of counts) left[kind] = count;
      return left;
    },
  };
}
