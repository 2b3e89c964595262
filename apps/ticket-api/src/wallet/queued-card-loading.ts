import type { CardLoading } from "../integrations/card-loading.ts";
import { insertLoadRequest } from "./card-load-store.ts";

/** Stores requested loads in our own tables, where validators read them at the next validation. */
export const queuedCardLoading: CardLoading = {
  load: async (tx, { networkId, cardId, ticketIds }, at) => {
    await insertLoadRequest(tx, { networkId, cardId, ticketIds, at });
    return "next-validation";
  },
};
