import { born } from "@guichet/rules/state-machine.ts";
import { cardMachine } from "@guichet/rules/transport-cards.ts";
import type { Database } from "../database/database.ts";
import type { Ids } from "../ids.ts";
import type { CardRegister } from "../integrations/card-register.ts";
import { newCardNumber } from "./card-number.ts";
import { insertCard, registeredCard } from "./transport-card-store.ts";

/** A number that is taken is drawn again, so often; of ten million a year's cards that happens to few once. */
const drawsMax = 10;

/** The register in our own database. */
export const ownCardRegister = (db: Database, ids: Ids): CardRegister => ({
  find: (networkId, number) => registeredCard(db, networkId, number),
  issue: async (tx, { at, ...card }) => {
    for (let draw = 0; draw < drawsMax; draw++) {
      const number = newCardNumber(card.networkId, ids.digits(7));
      const made = { id: ids.uuid(), ...card, number, status: born(cardMachine, "issue"), incident: null };
      if (await insertCard(tx, made, at)) return { ...made, accountId: null };
    }
    throw new Error(`No free card number in ${card.networkId} after ${drawsMax} draws`);
  },
});
