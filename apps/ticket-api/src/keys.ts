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

/** What a key is used for. `secret` signs nothing: keys that never leave the Ticket API are derived from it. */
export type KeyPurpose = "ticket" | "id-token" | "link" | "secret";
export interface SigningKey {
  kid: string;
  publicJwk: JWK;
  privateJwk: JWK;
}

/** How often each process reloads the keys. A key that signs sooner than this after its creation may be unknown to other processes. */
export const keysReadMs = 30_000;

/** A key derived for one use, and the id of the secret it is derived from. */
export interface DerivedKey {
  kid: string;
  /** 256 bits. */
  key: Buffer;
}

/** The installation's Ed25519 signing keys and its secret, created at the first start and stored in the database. */
export interface Keys {
  /** The key that signs now. */
  current(purpose: KeyPurpose): SigningKey;
  /** Every key that may have signed something still valid, newest first. */
  all(purpose: KeyPurpose): readonly SigningKey[];
  /** The key that signs tickets now. */
  ticketKey(): TicketKey;
  /** The public keys that a checker needs, as published. */
  ticketKeys(): TicketKeys;
  /** The key for a use (HKDF-SHA-256, RFC 5869), derived from the current secret. */
  derived(use: string): DerivedKey;
  /** The same, derived from the secret `kid`; undefined: that secret is retired. */
  derivedOf(kid: string, use: string): DerivedKey | undefined;
  /** Reloads the keys, after `npm run keys` has created or retired one. */
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

/** An arbitrary lock number: processes that start together create the keys once. */
const keysLock = 7_210_404;

/** Loads the keys and creates the missing ones. */
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
  let loaded = keysOf(rows);
  /** The newest key that is already active; a single key signs in any case. */
  const current = (purpose: KeyPurpose) => {
    const now = clock.iso();
    const key = loaded[purpose].find(({ activeFrom }) => activeFrom <= now) ?? loaded[purpose].at(-1);
    if (key === undefined) throw new Error(`No signing key for ${purpose}`);
    return key;
  };
  return {
    all: (purpose) => loaded[purpose],
    current,
    ticketKey: () => TicketSigningKey.parse(current("ticket").privateJwk),
    ticketKeys: () => publicKeys(loaded.ticket.map(({ privateJwk }) => TicketSigningKey.parse(privateJwk))),
    derived: (use) => derive(current("secret"), use),
    derivedOf: (kid, use) => {
      const secret = loaded.secret.find((key) => key.kid === kid);
      return secret && derive(secret, use);
    },
    reload: async () => {
      loaded = keysOf(await read(db));
    },
  };
}

interface DatedKey extends SigningKey {
  activeFrom: string;
}

function keysOf(rows: readonly KeyRow[]): Record<KeyPurpose, DatedKey[]> {
  const ofPurpose = (purpose: KeyPurpose) =>
    rows
      .filter((row) => row.purpose === purpose)
      .map((row) => ({
        kid: row.kid,
        publicJwk: row.public_jwk,
        privateJwk: row.private_jwk,
        activeFrom: row.active_from,
      }));
  return {
    ticket: ofPurpose("ticket"),
    "id-token": ofPurpose("id-token"),
    link: ofPurpose("link"),
    secret: ofPurpose("secret"),
  };
}

/** Inserts a key that signs from an instant on, and returns its id. */
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
