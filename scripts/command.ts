/** An error that the user of the command can fix; nothing was changed. */
export class Refused extends Error {}
/** Wrong use of a command. */
export class WrongUse extends Error {}

/** Runs a command: exit code 0 done, 1 refused, 2 wrong use or no database; the reason is printed to standard error. */
export async function exitWith(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof Refused ? 1 : 2;
  }
}
