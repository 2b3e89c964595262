import { err, ok } from "@guichet/contract/result.ts";
import { findAccount } from "../account-records/account-store.ts";
import { type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { userForTraveller, userOf } from "../account-records/user.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { reactivateHandler, requestDeletionHandler } from "../privacy/delete-account.ts";
import { requestByEmailHandler } from "../privacy/deletion-codes.ts";
import { exportHandler } from "../privacy/export-data.ts";
import { userOfBearer } from "../transport-cards/card-view.ts";
import { pictureUrl } from "../travellers/picture.ts";
import { updateHandler } from "./update.ts";

export const accountsHandlers: ModuleHandlers<
  "getUser" | "updateAccount" | "requestDeletion" | "requestDeletionByEmail" | "reactivate" | "exportData"
> = {
  getUser: async ({ deps, network, session, request }) => {
    const account = await findAccount(deps.db, network.id, session.accountId);
    if (account === undefined) return err("NOT_FOUND");
    const travellers = await travellersOf(deps.db, network.id, session.accountId);
    // A traveller with their own sign-in sees nobody else.
    const visible = session.isHolder ? travellers : travellers.filter(({ id }) => id === session.travellerId);
    const requested = visible.find(({ id }) => id === (request.userId ?? session.travellerId));
    if (requested === undefined) return err("NOT_FOUND");
    const shownUser = (traveller: Traveller) => {
      const user = (session.cardId === null ? userOf : userOfBearer)(account, traveller, network);
      if (session.cardId !== null) return user;
      const pictured = { ...user, userPictureUrl: pictureUrl(deps, session, traveller) };
      return session.isHolder ? pictured : userForTraveller(pictured);
    };
    return ok({ user: shownUser(requested), profiles: visible.map(shownUser) });
  },
  updateAccount: updateHandler,
  requestDeletion: requestDeletionHandler,
  requestDeletionByEmail: requestByEmailHandler,
  reactivate: reactivateHandler,
  exportData: exportHandler,
};
