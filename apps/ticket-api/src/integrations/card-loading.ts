import type { Tx } from "../database/database.ts";

/** Tickets to be loaded on a transport card. */
export interface CardLoad {
  networkId: string;
  cardId: string;
  ticketIds: readonly string[];
}

/** Loads the operator's cards. An accepted load is pending until a validator reports it (decision 077). Throws otherwise. */
export interface CardLoading {
  /** Runs inside the transaction that issues the tickets. Returns when the card will have them. */
  load(tx: Tx, load: CardLoad, at: string): Promise<"next-validation">;
}
