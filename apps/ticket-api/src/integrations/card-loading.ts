import type { Tx } from "../database/database.ts";

/** Tickets that a transport card is to be loaded with. */
export interface CardLoad {
  networkId: string;
  cardId: string;
  ticketIds: readonly string[];
}

/** Who loads an operator's cards. What it takes over is on its way to the card, until a validator reports it (decision 077). Throws otherwise. */
export interface CardLoading {
  /** Inside the transaction that issues the tickets. Answers when the card will have them. */
  load(tx: Tx, load: CardLoad, at: string): Promise<"next-validation">;
}
