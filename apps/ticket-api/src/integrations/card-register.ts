import type { Tx } from "../database/database.ts";

/** A transport card in the operator's register, linked or not. */
export interface RegisteredCard {
  id: string;
  number: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  /** null or an unknown word: the register does not state the card's validity. */
  status: string | null;
  incident: string | null;
  expiresAt: string | null;
  /** The account to which the card is linked. */
  accountId: string | null;
}

/** A card to be issued: for whom, and its expiry (null: never). */
export interface CardToIssue {
  networkId: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  expiresAt: string | null;
  /** The number of a blank card that was taken out of the stock; absent: the register chooses one. */
  number?: string;
  at: string;
}

/** The operator's register of cards. Throws when it cannot be read. */
export interface CardRegister {
  find(networkId: string, number: string): Promise<RegisteredCard | undefined>;
  /** Registers a new card, active and linked to no account, in the caller's transaction. */
  issue(tx: Tx, card: CardToIssue): Promise<RegisteredCard & { networkId: string }>;
}
