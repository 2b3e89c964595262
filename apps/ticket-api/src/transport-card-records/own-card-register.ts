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
  issue: async (tx, { at, number: given, ...card }) => {
    await lockCardNumbers(tx, card.networkId, "shared");
    const issueAs = async (number: string) => {
      const issued = { id: ids.uuid(), ...card, number, status: born(cardMachine, "issue"), incident: null };
      return (await insertCard(tx, issued, at)) ? { ...issued, accountId: null } : undefined;
    };
    if (given !== undefined) {
      const issued = await issueAs(given);
      if (issued === undefined) throw new Error(`The number of the blank card ${given} is somebody's`);
      return issued;
    }
    for (let attempt = 0; attempt < numberAttemptsMax; attempt++) {
      const number = newCardNumber(card.networkId, ids.digits(7));
      // The number of a blank card is printed on it.
      const issued = (await isInStock(tx, card.networkId, number)) ? undefined : await issueAs(number);
      if (issued !== undefined) return issued;
    }
    throw new Error(`No free card number in ${card.networkId} after ${numberAttemptsMax} attempts`);
  },
});
