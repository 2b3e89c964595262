import type { Database, Tx } from "../database/connection.ts";
import type { Ids } from "../ids.ts";
import { newCardNumber } from "../transport-card-records/card-number.ts";
import { insertCard, registeredCard } from "../transport-card-records/transport-card-store.ts";

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

/** A number that is taken is drawn again, so often; of ten million a year's cards that happens to few once. */
const drawsMax = 10;

/** The register in our own database. */
export const ownCardRegister = (db: Database, ids: Ids): CardRegister => ({
  find: (networkId, number) => registeredCard(db, networkId, number),
  issue: async (tx, { at, ...card }) => {
    for (let draw = 0; draw < drawsMax; draw++) {
      const number = newCardNumber(card.networkId, ids.digits(7));
      const made = { id: ids.uuid(), ...card, number, status: "active", incident: null };
      if (await insertCard(tx, made, at)) return { ...made, accountId: null };
    }
    throw new Error(`No free card number in ${card.networkId} after ${drawsMax} draws`);
  },
});
