import type { BehaviourKind } from "@guichet/contract/outside/sandbox-payment.ts";

export interface Behaviour {
  /** The next `count` occasions of this kind go wrong; 0 takes it back. */
  set(kind: BehaviourKind, count: number): void;
  /** Whether this occasion goes wrong; one fewer is left then. */
  take(kind: BehaviourKind): boolean;
  left(): Partial<Record<BehaviourKind, number>>;
}

/** What a tester ordered to go wrong next. It ends with the program, as a test does. */
export function behaviour(): Behaviour {
  const counts = new Map<BehaviourKind, number>();
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
    left: () => Object.fromEntries(counts),
  };
}
