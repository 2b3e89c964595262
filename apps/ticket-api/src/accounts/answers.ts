import { done, refuse } from "@guichet/contract/outcome.ts";
import type { RoomAnswers } from "../answering/answer.ts";
import { bearerOf } from "../cards/shown-card.ts";
import { pictureUrl } from "../travellers/picture.ts";
import { type Traveller, travellersOf } from "../travellers/store.ts";
import { answerReactivate, answerRequestDeletion } from "./deletion.ts";
import { answerRequestByEmail } from "./deletion-codes.ts";
import { answerExport } from "./export-data.ts";
import { findAccount } from "./store.ts";
import { answerUpdate } from "./update.ts";
import { asSeenByTraveller, userOf } from "./user.ts";

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
