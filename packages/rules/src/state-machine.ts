import { err, ok, type Result } from "@guichet/contract/result.ts";

/** The states of one thing and the moves between them, by verb. What is not listed is refused. */
export interface StateMachine<State extends string, Verb extends string> {
  /** States in which a thing may come into being. */
  initial: readonly State[];
  states: readonly State[];
  moves: Readonly<Record<Verb, { from: readonly State[]; to: State }>>;
}

export type Moved<State extends string> = Result<State, "TRANSITION_NOT_ALLOWED">;

/** The state after a move, or TRANSITION_NOT_ALLOWED with the state and the verb. */
export function move<State extends string, Verb extends string>(
  machine: StateMachine<State, Verb>,
  verb: Verb,
  state: State,
): Moved<State> {
  const { from, to } = machine.moves[verb];
  return from.includes(state) ? ok(to) : err("TRANSITION_NOT_ALLOWED", { state, verb });
}

/** The states from which a verb may move: what a guarded update names in its condition. */
export function statesBefore<State extends string, Verb extends string>(
  machine: StateMachine<State, Verb>,
  verb: Verb,
): readonly State[] {
  return machine.moves[verb].from;
}

/** States that nothing leads to: a fault of the table. */
export function unreachableStates<State extends string, Verb extends string>(
  machine: StateMachine<State, Verb>,
): State[] {
  const reached = new Set<State>(machine.initial);
  const moves = Object.values<{ from: readonly State[]; to: State }>(machine.moves);
  // Each round reaches at least one more state, or nothing more can be reached.
  for (const _ of machine.states) {
    for (const { from, to } of moves) if (from.some((state) => reached.has(state))) reached.add(to);
  }
  return machine.states.filter((state) => !reached.has(state));
}
