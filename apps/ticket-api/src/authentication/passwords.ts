import { timingSafeEqual } from "node:crypto";
import type { Result } from "@guichet/contract/result.ts";
import { ok } from "@guichet/contract/result.ts";
import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { composedPassword, readPassword } from "@guichet/rules/persons/passwords.ts";
import { hash, parseOptions } from "@node-rs/argon2";

/** Each hash takes 19 MiB and a core for some 25 ms: more at a time would only starve the other calls. */
const concurrentHashesMax = 2;
/** How many hashes may wait (some seconds of work); further requests are refused with a time to retry. */
const queuedHashesMax = 200;

/** Too many passwords are waiting to be checked. */
export class PasswordQueueFull extends Error {}

let running = 0;
const waiting: (() => void)[] = [];

async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrentHashesMax) {
    if (waiting.length >= queuedHashesMax) throw new PasswordQueueFull("Too many passwords are waiting to be checked");
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
 * Hashes with argon2id and the library's defaults (19 MiB, two passes), the minimum that OWASP recommends. `like`: reuses the salt and
 * cost of another hash, so that equal passwords give equal hashes (decision record 042).
 */
export function hashPassword(password: string, like?: string): Promise<string> {
  return runQueued(() => hash(composedPassword(password), like === undefined ? undefined : optionsOf(like)));
}

function optionsOf(like: string) {
  // $argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>
  const salt = like.split("$")[4];
  if (salt === undefined) throw new Error("Not a password hash");
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

let decoyHash: Promise<string> | undefined;

/**
 * Hashes a password once with the salt of the given hash, to be compared with all that share the salt (`isSameHash`). Without a
 * hash (the e-mail is unknown) it does the same work, and the result equals no hash.
 */
export async function hashLike(passwordHash: string | undefined, password: string): Promise<string> {
  decoyHash ??= hash("nobody's password");
  const computed = await hashPassword(password, passwordHash ?? (await decoyHash));
  return passwordHash === undefined ? "" : computed;
}

/** Compares hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether the password matches this hash. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return isSameHash(passwordHash, await hashLike(passwordHash, password));
}

/** Validates a new password (§5) and hashes it; `like`: the login's hash, whose salt is reused. */
export async function newPasswordHash(
  password: string,
  like?: string,
): Promise<Result<string, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS">> {
  const read = readPassword(password, isCommonPassword);
  return read.ok ? ok(await hashPassword(read.value, like)) : read;
}
