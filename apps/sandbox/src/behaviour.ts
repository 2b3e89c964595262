export interface Behaviour<Kind extends string> {
  /** The next `count` occasions of this kind go wrong; 0 takes it back. */
  set(kind: Kind, count: number): void;
  /** Whether this occasion goes wrong; one fewer is left then. */
  take(kind: Kind): boolean;
  left(): Partial<Record<Kind, number>>;
}

/** What a tester ordered to go wrong next. It ends with the program, as a test does. */
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
