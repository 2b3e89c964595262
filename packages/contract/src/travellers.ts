import { z } from "zod";
import { RequestAddress, User } from "./accounts.ts";
import { call } from "./call.ts";
import { fileRefusals } from "./uploads.ts";
import { Id, ofTraveller } from "./values.ts";

export const createProfile = call("travellers", "POST", "/Account/createProfile.json", {
  summary: "Adds a traveller to the account.",
  section: "§7",
  session: "holder",
  idempotent: true,
  request: {
    firstName: z.string().max(200),
    lastName: z.string().max(200),
    birthDate: z
      .string()
      .max(40)
      .nullable()
      .optional()
      .describe("`YYYY-MM-DD`; needed unless the network hides birth dates"),
    phone: z.string().max(40).nullable().optional(),
    tariffStatus: Id.nullable().optional().describe("A status of `getProfileStatus`, where the network has profiling"),
    address: RequestAddress.nullable().optional(),
  },
  answer: { user: User },
  refusals: [
    "NAME_TOO_SHORT",
    "NAME_WITHOUT_VOWEL",
    "NAME_FORBIDDEN_CHARACTER",
    "NAMES_EQUAL",
    "BIRTH_DATE_INVALID",
    "PHONE_INVALID",
    "PROFILES_LIMIT",
    "NOT_FOUND",
  ],
});

export const disableProfile = call("travellers", "PUT", "/Account/disableProfile", {
  summary: "Deactivates the traveller `userId`; tickets stay usable.",
  section: "§7",
  session: "holder",
  request: { userId: Id.describe("The traveller of the account") },
  answer: { user: User },
  refusals: ["NOT_FOUND", "PROFILE_IN_USE", "PROFILE_DEACTIVATED"],
});

export const restoreProfile = call("travellers", "PUT", "/Account/restoreProfile", {
  summary: "Reactivates the traveller `userId`.",
  session: "holder",
  request: { userId: Id.describe("The traveller of the account") },
  answer: { user: User },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "PROFILES_LIMIT"],
});

export const uploadMedia = call("travellers", "POST", "/Media/uploadMedia.json", {
  summary:
    "Sets the picture of the person `user_id` (default: the signed-in one): JPEG or PNG, at least 300 by 400 pixels.",
  section: "§7",
  session: "account",
  upload: "media",
  request: ofTraveller("The person of the picture; default: the signed-in person"),
  answer: { user: User },
  refusals: [...fileRefusals, "PICTURE_NOT_A_FILE", "PROFILE_DEACTIVATED", "HOLDER_REQUIRED", "NOT_FOUND"],
});

export const removePicture = call("travellers", "DELETE", "/Media/removeMedia", {
  summary: "Removes the picture of the person `userId`.",
  session: "account",
  request: ofTraveller("The person of the picture; default: the signed-in person"),
  answer: { user: User },
  refusals: ["HOLDER_REQUIRED", "NOT_FOUND"],
});
