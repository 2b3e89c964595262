import { done, refuse } from "@guichet/contract/outcome.ts";
import { findAccount } from "../account-records/account-store.ts";
import { type Traveller, travellersOf } from "../account-records/traveller-store.ts";
import { asSeenByTraveller, userOf } from "../account-records/user.ts";
import type { RoomAnswers } from "../http/call-handler.ts";
import { answerReactivate, answerRequestDeletion } from "../privacy/deletion.ts";
import { answerRequestByEmail } from "../privacy/deletion-codes.ts";
import { answerExport } from "../privacy/export-data.ts";
import { bearerOf } from "../transport-cards/shown-card.ts";
import { pictureUrl } from "../travellers/picture.ts";
import { answerUpdate } from "./update.ts";

export const accountsAnswers: RoomAnswers<
  "getUser" | "updateAccount" | "requestDeletion" | "requestDeletionByEmail" | "reactivate" | "exportData"
> = {
  getUser: async ({ house, network, session, request }) => {
    const account = await findAccount(house.db, network.id, session.accountId);
    if (account === undefined) return refuse("NOT_FOUND");
    const travellers = await travellersOf(house.db, network.id, session.accountId);
    // A traveller with a sign-in of their own sees nobody else.
    const seen = session.isHolder ? travellers : travellers.filter(({ id }) => id === session.travellerId);
    const asked = seen.find(({ id }) => id === (request.userId ?? session.travellerId));
    if (asked === undefined) return refuse("NOT_FOUND");
    const shown = (traveller: Traveller) => {
      const user = (session.cardId === null ? userOf : bearerOf)(account, traveller, network);
      if (session.cardId !== null) return user;
      const pictured = { ...user, userPictureUrl: pictureUrl(house, session, traveller) };
      return session.isHolder ? pictured : asSeenByTraveller(pictured);
    };
    return done({ user: shown(asked), profiles: seen.map(shown) });
  },
  updateAccount: answerUpdate,
  requestDeletion: answerRequestDeletion,
  requestDeletionByEmail: answerRequestByEmail,
  reactivate: answerReactivate,
  exportData: answerExport,
};
