/** Refusal codes that nothing produces yet, with the room that will. This list ends empty. */
export const codesToCome: Readonly<Record<string, string>> = {};
/** Refusal codes that the source produces and no test asserts yet. This list ends empty. */
export const untestedCodes: readonly string[] = [];
/** Calls that no test asks yet. This list ends empty. */
export const untestedCalls: readonly string[] = [];
