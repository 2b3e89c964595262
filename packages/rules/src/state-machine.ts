import { err, ok, type Result } from "@guichet/contract/result.ts";

/**
 * A state machine: its states, initial states and transitions. The table is binding: a row is created in an initial state and
 * changes by a transition, both by name (decision 120). Anything else is refused.
 */
export interface StateMachine<State extends string, Birth extends string, Transition extends string> {
  states: readonly State[];
  /** Initial states by the name of the creation. */
  births: Readonly<Record<Birth, State>>;
  transitions: Readonly<Record<Transition, { from: readonly State[]; to: State }>>;
}

export type AnyMachine = StateMachine<string, string, string>;
export type StateOf<Machine extends AnyMachine> = Machine["states"][number];
export type TransitionOf<Machine extends AnyMachine> = keyof Machine["transitions"] & string;
/** The possible initial states. */
export type BirthState<Machine extends AnyMachine> = Machine["births"][keyof Machine["births"]];

export type Moved<State extends string> = Result<State, "TRANSITION_NOT_ALLOWED">;

/** The initial state of a creation. */
export function born<Machine extends AnyMachine, Birth extends keyof Machine["births"] & string>(
  machine: Machine,
  birth: Birth,
): Machine["births"][Birth] {
  return machine.births[birth] as Machine["births"][Birth];
}

/** The transition enforced by a guarded update: its source states and its target state. */
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

/** Unreachable states, which are an error in the table. */
export function unreachableStates(machine: AnyMachine): string[] {
  const reached = new Set<string>(Object.values(machine.births));
  const transitions = Object.values(machine.transitions);
  // Each round reaches at least one more state, or no further state is reachable.
  for (const _ of machine.states) {
    for (const { from, to } of transitions) if (from.some((state) => reached.has(state))) reached.add(to);
  }
  return machine.states.filter((state) => !reached.has(state));
}
