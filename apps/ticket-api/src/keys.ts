import { randomBytes } from "node:crypto";
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
import type { Database, Tx } from "./database/connection.ts";

export type KeyPurpose = "ticket" | "id-token" | "link";
export interface SigningKey {
  kid: string;
  publicJwk: JWK;
  privateJwk: JWK;
}

/** The installation's Ed25519 signing keys, made at the first start and kept in the database. */
export interface Keys {
  /** The key that signs now. */
  current(purpose: KeyPurpose): SigningKey;
  /** Every key that something still valid may be signed with, newest first. */
  all(purpose: KeyPurpose): readonly SigningKey[];
  /** The key that signs tickets now. */
  ticketKey(): TicketKey;
  /** The public keys that a checker needs, as published. */
  ticketKeys(): TicketKeys;
}

interface KeyRow {
  kid: string;
  purpose: KeyPurpose;
  public_jwk: JWK;
  private_jwk: JWK;
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
      const { kid, publicJwk, privateJwk } = purpose === "ticket" ? newTicketKey() : await newKey(purpose);
      await sql`insert into signing_key (kid, purpose, public_jwk, private_jwk, created_at)
        values (${kid}, ${purpose}, ${JSON.stringify(publicJwk)}, ${JSON.stringify(privateJwk)}, ${clock.iso()})`.execute(
        tx,
      );
    }
    return read(tx);
  });
  const of = (purpose: KeyPurpose) =>
    rows
      .filter((row) => row.purpose === purpose)
      .map((row) => ({ kid: row.kid, publicJwk: row.public_jwk, privateJwk: row.private_jwk }));
  const kept = { ticket: of("ticket"), "id-token": of("id-token"), link: of("link") };
  const current = (purpose: KeyPurpose) => {
    const key = kept[purpose][0];
    if (key === undefined) throw new Error(`No signing key for ${purpose}`);
    return key;
  };
  const tickets = kept.ticket.map((key) => TicketSigningKey.parse(key.privateJwk));
  return {
    all: (purpose) => kept[purpose],
    current,
    ticketKey: () => {
      const key = tickets[0];
      if (key === undefined) throw new Error("No signing key for tickets");
      return key;
    },
    ticketKeys: () => publicKeys(tickets),
  };
}

const purposes: readonly KeyPurpose[] = ["ticket", "id-token", "link"];
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

async function newKey(purpose: KeyPurpose): Promise<SigningKey> {
  const pair = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const kid = `${purpose}-${randomBytes(4).toString("hex")}`;
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: "EdDSA", use: "sig" };
  return { kid, publicJwk, privateJwk: { ...(await exportJWK(pair.privateKey)), kid, alg: "EdDSA" } };
}

async function read(db: Database | Tx): Promise<KeyRow[]> {
  const found = await sql<KeyRow>`select kid, purpose, public_jwk, private_jwk from signing_key
    where retired_at is null order by created_at desc, kid desc`.execute(db);
  return found.rows;
}
