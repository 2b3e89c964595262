import type { Tx } from "../database/database.ts";

/** A transport card as the operator's register knows it, linked or not. */
export interface RegisteredCard {
  id: string;
  number: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  /** null, or a word that we do not know: the register does not say what the card is good for. */
  status: string | null;
  incident: string | null;
  expiresAt: string | null;
  /** The account that it is linked to. */
  accountId: string | null;
}

/** A card that an operator makes: for whom, and until when it is good (null: for ever). */
export interface CardToIssue {
  networkId: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  expiresAt: string | null;
  at: string;
}

/** Where an operator's cards are written down. Throws when it cannot be read. */
export interface CardRegister {
  find(networkId: string, number: string): Promise<RegisteredCard | undefined>;
  /** Writes a new card down, active and in no account, inside the caller's transaction; chooses its number. */
  issue(tx: Tx, card: CardToIssue): Promise<RegisteredCard & { networkId: string }>;
}
