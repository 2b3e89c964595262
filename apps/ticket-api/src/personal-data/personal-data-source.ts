import type { z } from "zod";
import type { Database, Tx } from "../database/database.ts";

/** A person of whom rooms keep something: the account, with the names under which they may know it. */
export interface Person {
  networkId: string;
  accountId: string;
  /** Addresses that are this account's alone: what is kept under them is this person's too. */
  emails: readonly string[];
  /** Its e-mail sign-in. */
  loginId: string | null;
}

/** What becomes of a table's rows about a person: they go, or stay with what is not of the person. */
export type TableFate = "goes" | { stays: readonly string[]; emptied: readonly string[] };

/** What one room keeps of people: told to them as JSON, and erased with them. A table is named by the room that writes it. */
export interface PersonalDataSource<Shape extends z.ZodType = z.ZodType> {
  tables: Readonly<Record<string, TableFate>>;
  /** What the export says: everything of use, without secrets (hashes, tokens, codes). */
  shape: Shape;
  /** Columns that the export deliberately leaves out: by table, the columns behind each reason. Every other column is exported. */
  leftOut?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  read(db: Database | Tx, person: Person): Promise<z.input<Shape>>;
  /** Erases inside the caller's transaction. */
  erase(tx: Tx, person: Person, at: string): Promise<void>;
}

/** Columns that say whose a row is, in every table: an archive is of one person. */
export const ownerColumns: readonly string[] = ["network_id", "account_id", "login_id"];

/** Reasons for which several rooms leave columns out. */
export const leaving = {
  rowKey: "only ties rows together",
  secret: "opens something, or is made from what does",
  processing: "how far the processing of it is",
} as const;

/** Checks that a room reads what its shape says. */
export const personalDataSource = <Shape extends z.ZodType>(
  room: PersonalDataSource<Shape>,
): PersonalDataSource<Shape> => room;
