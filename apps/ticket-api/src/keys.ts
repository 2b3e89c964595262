import { hkdfSync, randomBytes } from "node:crypto";
import {
  publicKeys,
  signingKey,
  type SigningKey as TicketKey,
  type TicketKeys,
} from "@guichet/ticket-code/ticket-keys.ts";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { sql } from "kysely";
import { z } from "zod";
import type { Clock } from "./clock.ts";
import type { Database, Tx } from "./database/database.ts";

/** `secret` signs nothing: from it keys are derived that never leave the Ticket API. */
export type KeyPurpose = "ticket" | "id-token" | "link" | "secret";
export interface SigningKey {
  kid: string;
  publicJwk: JWK;
  privateJwk: JWK;
}

/** How often a process reads them anew: a key that signs sooner than this after it was made may be unknown elsewhere. */
export const keysReadMs = 30_000;

/** What the installation keeps secret for one use, and which secret it is derived from. */
export interface DerivedKey {
  kid: string;
  /** 256 bits. */
  key: Buffer;
}

/** The installation's Ed25519 signing keys and its secret, made at the first start and kept in the database. */
export interface Keys {
  /** The key that signs now. */
  current(purpose: KeyPurpose): SigningKey;
  /** Every key that something still valid may be signed with, newest first. */
  all(purpose: KeyPurpose): readonly SigningKey[];
  /** The key that signs tickets now. */
  ticketKey(): TicketKey;
  /** The public keys that a checker needs, as published. */
  ticketKeys(): TicketKeys;
  /** The key of a use (HKDF-SHA-256, RFC 5869), of the secret of now; `kid`: of an earlier one, undefined when it is retired. */
  derived(use: string): DerivedKey;
  derivedOf(kid: string, use: string): DerivedKey | undefined;
  /** Reads them anew, after one was made or retired by command (`npm run keys`). */
  reload(): Promise<void>;
}

interface KeyRow {
  kid: string;
  purpose: KeyPurpose;
  public_jwk: JWK;
  private_jwk: JWK;
  /** An instant. */
  active_from: string;
}

/** Any number of ours: processes that start together make the keys once. */
const keysLock = 7_210_404;

/** Loads the keys; makes those that are missing. */
export async function loadKeys(db: Database, clock: Clock): Promise<Keys> {
  const rows = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${keysLock})`.execute(tx);
    const found = await read(tx);
    for (const purpose of purposes) {
      if (found.some((row) => row.purpose === purpose)) continue;
      await insertKey(tx, purpose, { createdAt: clock.iso(), activeFrom: clock.iso() });
    }
    return read(tx);
  });
  let kept = keysOf(rows);
  /** The newest that signs already; one alone signs in any case. */
  const current = (purpose: KeyPurpose) => {
    const now = clock.iso();
    const key = kept[purpose].find(({ activeFrom }) => activeFrom <= now) ?? kept[purpose].at(-1);
    if (key === undefined) throw new Error(`No signing key for ${purpose}`);
    return key;
  };
  return {
    all: (purpose) => kept[purpose],
    current,
    ticketKey: () => TicketSigningKey.parse(current("ticket").privateJwk),
    ticketKeys: () => publicKeys(kept.ticket.map(({ privateJwk }) => TicketSigningKey.parse(privateJwk))),
    derived: (use) => derive(current("secret"), use),
    derivedOf: (kid, use) => {
      const secret = kept.secret.find((key) => key.kid === kid);
      return secret && derive(secret, use);
    },
    reload: async () => {
      kept = keysOf(await read(db));
    },
  };
}

interface DatedKey extends SigningKey {
  activeFrom: string;
}

function keysOf(rows: readonly KeyRow[]): Record<KeyPurpose, DatedKey[]> {
  const of = (purpose: KeyPurpose) =>
    rows
      .filter((row) => row.purpose === purpose)
      .map((row) => ({
        kid: row.kid,
        publicJwk: row.public_jwk,
        privateJwk: row.private_jwk,
        activeFrom: row.active_from,
      }));
  return { ticket: of("ticket"), "id-token": of("id-token"), link: of("link"), secret: of("secret") };
}

/** Makes a key that signs from an instant on, and answers its id. */
export async function insertKey(
  tx: Tx,
  purpose: KeyPurpose,
  { createdAt, activeFrom }: { createdAt: string; activeFrom: string },
): Promise<string> {
  const { kid, publicJwk, privateJwk } = await newKeyOf(purpose);
  await sql`insert into signing_key (kid, purpose, public_jwk, private_jwk, created_at, active_from)
    values (${kid}, ${purpose}, ${JSON.stringify(publicJwk)}, ${JSON.stringify(privateJwk)}, ${createdAt}, ${activeFrom})`.execute(
    tx,
  );
  return kid;
}

export const purposes: readonly KeyPurpose[] = ["ticket", "id-token", "link", "secret"];
const TicketSigningKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
});

function newTicketKey(): SigningKey {
  const key = signingKey(randomBytes(32));
  const { d: _, ...publicJwk } = key;
  return { kid: key.kid, publicJwk, privateJwk: { ...key } };
}

async function newKeyOf(purpose: KeyPurpose): Promise<SigningKey> {
  if (purpose === "secret") return newSecret();
  return purpose === "ticket" ? newTicketKey() : newKey(purpose);
}

const secretBytes = 32;

function newSecret(): SigningKey {
  const kid = `secret-${randomBytes(4).toString("hex")}`;
  const privateJwk = { kty: "oct", k: randomBytes(secretBytes).toString("base64url"), kid };
  return { kid, publicJwk: { kty: "oct", kid }, privateJwk };
}

const Secret = z.object({ kty: z.literal("oct"), k: z.string() });

function derive({ kid, privateJwk }: SigningKey, use: string): DerivedKey {
  const { k } = Secret.parse(privateJwk);
  return { kid, key: Buffer.from(hkdfSync("sha256", Buffer.from(k, "base64url"), "", `guichet ${use}`, secretBytes)) };
}

async function newKey(purpose: KeyPurpose): Promise<SigningKey> {
  const pair = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const kid = `${purpose}-${randomBytes(4).toString("hex")}`;
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: "EdDSA", use: "sig" };
  return { kid, publicJwk, privateJwk: { ...(await exportJWK(pair.privateKey)), kid, alg: "EdDSA" } };
}

async function read(db: Database | Tx): Promise<KeyRow[]> {
  const found = await sql<KeyRow>`select kid, purpose, public_jwk, private_jwk, active_from from signing_key
    where retired_at is null order by active_from desc, kid desc`.execute(db);
  return found.rows;
}
