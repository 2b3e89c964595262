import type { CardLoading } from "../integrations/card-loading.ts";
import { askForLoading } from "./card-load-store.ts";

/** Our own record: a validator that the card is shown to finds there what is to be loaded. */
export const ownCardLoading: CardLoading = {
  load: async (tx, { networkId, cardId, ticketIds }, at) => {
    await askForLoading(tx, { networkId, cardId, ticketIds, at });
    return "next-validation";
  },
};
