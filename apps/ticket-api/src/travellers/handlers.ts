import type { RoomAnswers } from "../http/call-handler.ts";
import { answerRemovePicture, answerUploadMedia } from "./picture.ts";
import { answerCreateProfile, answerDisableProfile, answerRestoreProfile } from "./profiles.ts";

export const travellersAnswers: RoomAnswers<
  "createProfile" | "disableProfile" | "restoreProfile" | "uploadMedia" | "removePicture"
> = {
  createProfile: answerCreateProfile,
  disableProfile: answerDisableProfile,
  restoreProfile: answerRestoreProfile,
  uploadMedia: answerUploadMedia,
  removePicture: answerRemovePicture,
};
