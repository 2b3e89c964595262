import { err, ok, type Result } from "@guichet/contract/result.ts";

/**
 * The states of one thing, how it comes into being and how it changes. The table governs: a row is written in the state of a
 * birth and changes by a transition, both by name (decision 120). What is not listed is refused.
 */
export interface StateMachine<State extends string, Birth extends string, Transition extends string> {
  states: readonly State[];
  /** How a thing comes into being, and the state it has then. */
  births: Readonly<Record<Birth, State>>;
  transitions: Readonly<Record<Transition, { from: readonly State[]; to: State }>>;
}

export type AnyMachine = StateMachine<string, string, string>;
export type StateOf<Machine extends AnyMachine> = Machine["states"][number];
export type TransitionOf<Machine extends AnyMachine> = keyof Machine["transitions"] & string;
/** The states in which a thing may come into being. */
export type BirthState<Machine extends AnyMachine> = Machine["births"][keyof Machine["births"]];

export type Moved<State extends string> = Result<State, "TRANSITION_NOT_ALLOWED">;

/** The state of a thing that comes into being. */
export function born<Machine extends AnyMachine, Birth extends keyof Machine["births"] & string>(
  machine: Machine,
  birth: Birth,
): Machine["births"][Birth] {
  return machine.births[birth] as Machine["births"][Birth];
}

/** The row of the table that a guarded update enforces: the states that it may move from, and the state that it moves to. */
export function transitionOf<State extends string, Transition extends string>(
  machine: StateMachine<State, string, Transition>,
  transition: Transition,
): { from: readonly State[]; to: State } {
  return machine.transitions[transition];
}

/** The state after a transition, or TRANSITION_NOT_ALLOWED with the state and the transition. */
export function move<State extends string, Transition extends string>(
  machine: StateMachine<State, string, Transition>,
  transition: Transition,
  state: State,
): Moved<State> {
  const { from, to } = machine.transitions[transition];
  return from.includes(state) ? ok(to) : err("TRANSITION_NOT_ALLOWED", { state, verb: transition });
}

/** States that nothing leads to: a fault of the table. */
export function unreachableStates(machine: AnyMachine): string[] {
  const reached = new Set<string>(Object.values(machine.births));
  const transitions = Object.values(machine.transitions);
  // Each round reaches at least one more state, or nothing more can be reached.
  for (const _ of machine.states) {
    for (const { from, to } of transitions) if (from.some((state) => reached.has(state))) reached.add(to);
  }
  return machine.states.filter((state) => !reached.has(state));
}
