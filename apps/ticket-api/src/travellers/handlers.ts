import type { ModuleHandlers } from "../http/call-handler.ts";
import { removePictureHandler, uploadMediaHandler } from "./picture.ts";
import { createProfileHandler, disableProfileHandler, restoreProfileHandler } from "./profiles.ts";

export const travellersHandlers: ModuleHandlers<
  "createProfile" | "disableProfile" | "restoreProfile" | "uploadMedia" | "removePicture"
> = {
  createProfile: createProfileHandler,
  disableProfile: disableProfileHandler,
  restoreProfile: restoreProfileHandler,
  uploadMedia: uploadMediaHandler,
  removePicture: removePictureHandler,
};
