import type { z } from "zod";
import type { Database, Tx } from "../database/database.ts";

/** A person about whom modules store data: the account, and the identifiers by which they may know it. */
export interface Person {
  networkId: string;
  accountId: string;
  /** Addresses that only this account has: data stored under them is this person's too. */
  emails: readonly string[];
  /** Its e-mail login. */
  loginId: string | null;
}

/** What erasure does to a table's rows about a person: deletes them, or keeps them without the personal columns. */
export type ErasureRule = "goes" | { stays: readonly string[]; emptied: readonly string[] };

/** What one module stores about people: exported as JSON, and erased. A table is listed by the module that writes it. */
export interface PersonalDataSource<Shape extends z.ZodType = z.ZodType> {
  tables: Readonly<Record<string, ErasureRule>>;
  /** The shape of the export: everything useful, without secrets (hashes, tokens, codes). */
  shape: Shape;
  /** Columns that the export deliberately omits: by table, the columns per reason. Every other column is exported. */
  leftOut?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  read(db: Database | Tx, person: Person): Promise<z.input<Shape>>;
  /** Erases the person's data in the caller's transaction. */
  erase(tx: Tx, person: Person, at: string): Promise<void>;
}

/** Columns that name the owner of a row, in every table; an archive is about one person, so they are omitted. */
export const ownerColumns: readonly string[] = ["network_id", "account_id", "login_id"];

/** Reasons for omitting columns that several modules share. */
export const omissionReasons = {
  rowKey: "only links rows",
  secret: "a secret, or derived from one",
  processing: "state of its processing",
} as const;

/** Declares a source; the types check that it reads what its shape declares. */
export const personalDataSource = <Shape extends z.ZodType>(
  source: PersonalDataSource<Shape>,
): PersonalDataSource<Shape> => source;
