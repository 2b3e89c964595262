import { born } from "@guichet/rules/state-machine.ts";
import { cardMachine } from "@guichet/rules/transport-cards.ts";
import type { Database } from "../database/database.ts";
import type { Ids } from "../ids.ts";
import type { CardRegister } from "../integrations/card-register.ts";
import { isInStock, lockCardNumbers } from "./blank-card-store.ts";
import { newCardNumber } from "./card-number.ts";
import { insertCard, registeredCard } from "./transport-card-store.ts";

/** How often a taken number is drawn again; of ten million numbers few of a year's cards need it once. */
const numberAttemptsMax = 10;

/** The register in our own database. */
export const ownCardRegister = (db: Database, ids: Ids): CardRegister => ({
  find: (networkId, number) => registeredCard(db, networkId, number),
  issue: async (tx, { at, ...card }) => {
    await lockCardNumbers(tx, card.networkId, "shared");
    for (let attempt = 0; attempt < numberAttemptsMax; attempt++) {
      const number = newCardNumber(card.networkId, ids.digits(7));
      // The number of a blank card is printed on it.
      if (await isInStock(tx, card.networkId, number)) continue;
      const issued = { id: ids.uuid(), ...card, number, status: born(cardMachine, "issue"), incident: null };
      if (await insertCard(tx, issued, at)) return { ...issued, accountId: null };
    }
    throw new Error(`No free card number in ${card.networkId} after ${numberAttemptsMax} attempts`);
  },
});
