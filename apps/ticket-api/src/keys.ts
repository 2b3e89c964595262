import { exportJWK, generateKeyPair, type JWK } from "jose";
import { sql } from "kysely";
import type { Clock } from "./clock.ts";
import type { Database } from "./database/connection.ts";

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
}

interface KeyRow {
  kid: string;
  purpose: KeyPurpose;
  public_jwk: JWK;
  private_jwk: JWK;
}

/** Loads the keys; makes those that are missing (two processes that start together end with the same). */
export async function loadKeys(db: Database, clock: Clock): Promise<Keys> {
  const purposes: KeyPurpose[] = ["ticket", "id-token", "link"];
  const found = await read(db);
  for (const purpose of purposes) {
    if (found.some((row) => row.purpose === purpose)) continue;
    const pair = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
    const kid = `${purpose}-1`;
    const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: "EdDSA", use: "sig" };
    const privateJwk = { ...(await exportJWK(pair.privateKey)), kid, alg: "EdDSA" };
    await sql`insert into signing_key (kid, purpose, public_jwk, private_jwk, created_at)
      values (${kid}, ${purpose}, ${JSON.stringify(publicJwk)}, ${JSON.stringify(privateJwk)}, ${clock.iso()})
      on conflict (kid) do nothing`.execute(db);
  }
  const rows = await read(db);
  const of = (purpose: KeyPurpose) =>
    rows
      .filter((row) => row.purpose === purpose)
      .map((row) => ({ kid: row.kid, publicJwk: row.public_jwk, privateJwk: row.private_jwk }));
  const kept = { ticket: of("ticket"), "id-token": of("id-token"), link: of("link") };
  return {
    all: (purpose) => kept[purpose],
    current: (purpose) => {
      const key = kept[purpose][0];
      if (key === undefined) throw new Error(`No signing key for ${purpose}`);
      return key;
    },
  };
}

async function read(db: Database): Promise<KeyRow[]> {
  const found = await sql<KeyRow>`select kid, purpose, public_jwk, private_jwk from signing_key
    where retired_at is null order by created_at desc, kid desc`.execute(db);
  return found.rows;
}
