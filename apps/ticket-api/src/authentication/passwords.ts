import { timingSafeEqual } from "node:crypto";
import type { Result } from "@guichet/contract/result.ts";
import { ok } from "@guichet/contract/result.ts";
import { isCommonPassword } from "@guichet/rules/common-passwords.ts";
import { composedPassword, readPassword } from "@guichet/rules/passwords.ts";
import { hash, parseOptions } from "@node-rs/argon2";

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

/**
 * argon2id with the library's own setting (19 MiB, two passes): what OWASP asks at least. `like`: with the salt and cost
 * of another hash, so that equal passwords give equal hashes (decision record 042).
 */
export function hashPassword(password: string, like?: string): Promise<string> {
  return inTurn(() => hash(composedPassword(password), like === undefined ? undefined : settingOf(like)));
}

function settingOf(like: string) {
  // $argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>
  const salt = like.split("$")[4];
  if (salt === undefined) throw new Error("Not a hash of a password");
  const { algorithm, version, memoryCost, timeCost, parallelism, outputLen } = parseOptions(like);
  return {
    algorithm,
    version,
    memoryCost,
    timeCost,
    parallelism,
    outputLen,
    salt: Buffer.from(salt, "base64"),
  };
}

let nobodysHash: Promise<string> | undefined;

/**
 * Reckons a password once, as the hash given was, to be compared with all that share its salt (`isSameHash`). Without a
 * hash (nobody has that e-mail) the same work is done, and what comes equals no hash.
 */
export async function hashLike(passwordHash: string | undefined, password: string): Promise<string> {
  nobodysHash ??= hash("nobody's password");
  const reckoned = await hashPassword(password, passwordHash ?? (await nobodysHash));
  return passwordHash === undefined ? "" : reckoned;
}

/** Compares in a time that does not tell how much agrees. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Does the password open this hash? */
export async function passwordHolds(passwordHash: string, password: string): Promise<boolean> {
  return isSameHash(passwordHash, await hashLike(passwordHash, password));
}

/** Reads a new password by the rule (§5) and hashes it; `like`: the login's hash, whose salt stays. */
export async function newPasswordHash(
  password: string,
  like?: string,
): Promise<Result<string, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS">> {
  const read = readPassword(password, isCommonPassword);
  return read.ok ? ok(await hashPassword(read.value, like)) : read;
}
