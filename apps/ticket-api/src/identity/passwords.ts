import type { Outcome } from "@guichet/contract/outcome.ts";
import { done } from "@guichet/contract/outcome.ts";
import { isCommonPassword } from "@guichet/rules/common-passwords.ts";
import { composedPassword, readPassword } from "@guichet/rules/passwords.ts";
import { hash, verify } from "@node-rs/argon2";

/** Each hash takes 19 MiB and a core for some 25 ms: more at once would only starve the other calls. */
const hashesAtOnceMax = 2;
/** Who comes after so many others is told to come back: some seconds of work. */
const hashesWaitingMax = 200;

/** Too many passwords wait to be checked. */
export class PasswordQueueFull extends Error {}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= hashesAtOnceMax) {
    if (waiting.length >= hashesWaitingMax) throw new PasswordQueueFull("Too many passwords wait to be checked");
    await new Promise<void>((turn) => waiting.push(turn));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** argon2id with the library's own setting (19 MiB, two passes): what OWASP asks at least. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composedPassword(password)));
}

let nobodysHash: Promise<string> | undefined;

/** Does the password open this hash? Without a hash (nobody has that e-mail) the same work is done, and the answer is no. */
export async function passwordHolds(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash("nobody's password");
  const compared = passwordHash ?? (await nobodysHash);
  const holds = await inTurn(() => verify(compared, composedPassword(password)));
  return holds && passwordHash !== undefined;
}

/** Reads a new password by the rule (§5) and hashes it. */
export async function newPasswordHash(
  password: string,
): Promise<Outcome<string, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS">> {
  const read = readPassword(password, isCommonPassword);
  return read.ok ? done(await hashPassword(read.value)) : read;
}
