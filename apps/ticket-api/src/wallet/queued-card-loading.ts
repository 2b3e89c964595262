import type { CardLoading } from "../integrations/card-loading.ts";
import { insertLoadRequest } from "./card-load-store.ts";

/** Our own record: a validator that the card is shown to finds there what is to be loaded. */
export const queuedCardLoading: CardLoading = {
  load: async (tx, { networkId, cardId, ticketIds }, at) => {
    await insertLoadRequest(tx, { networkId, cardId, ticketIds, at });
    return "next-validation";
  },
};
