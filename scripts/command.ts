/** Something the person who typed the command can put right; nothing was changed. */
export class Refused extends Error {}
/** The command was typed wrongly. */
export class WrongUse extends Error {}

/** Runs a command to its end: exit code 0 done, 1 refused, 2 wrong use or no database; the reason on the error output. */
export async function endWith(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof Refused ? 1 : 2;
  }
}
