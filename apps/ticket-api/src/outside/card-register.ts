import { registeredCard } from "../cards/store.ts";
import type { Database } from "../database/connection.ts";

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

/** Where an operator's cards are written down. Throws when it cannot be read. */
export interface CardRegister {
  find(networkId: string, number: string): Promise<RegisteredCard | undefined>;
}

/** The register in our own database. */
export const ownCardRegister = (db: Database): CardRegister => ({
  find: (networkId, number) => registeredCard(db, networkId, number),
});
