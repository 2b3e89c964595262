import { cardPhotoMinHeight, cardPhotoMinWidth, storedPictureMaxSide } from "@guichet/contract/limits/file-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import type { removePicture, uploadMedia } from "@guichet/contract/travellers.ts";
import type { UploadType } from "@guichet/contract/uploads.ts";
import { findAccount } from "../account-records/account-store.ts";
import { lockTraveller, savePicture, type Traveller } from "../account-records/traveller-store.ts";
import { userForTraveller, userOf } from "../account-records/user.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { type CheckedFile, checkFile } from "../files/check.ts";
import { deleteFile, insertFile } from "../files/file-store.ts";
import { fileLink } from "../files/links.ts";
import { mayUpload } from "../files/uploads-per-hour.ts";
import type { Handler } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import type { UserSession } from "../sessions/session-store.ts";

const types: readonly UploadType[] = ["image/jpeg", "image/png"];
/** Requirements of a picture that is printed on a card: minimum pixels, measured upright. */
const pictureRules = {
  types,
  maxSide: storedPictureMaxSide,
  atLeast: { width: cardPhotoMinWidth, height: cardPhotoMinHeight },
};

/** A temporary link to a person's picture, for this session alone; null: there is none. */
export const pictureUrl = (
  deps: Dependencies,
  session: UserSession,
  { pictureId, networkId }: Traveller,
): string | null =>
  pictureId === null
    ? null
    : fileLink(deps, { fileId: pictureId, networkId, reader: "customer", sessionId: session.id });

/** Sets the picture of a person of the account (§6): checks and re-encodes it, and deletes the previous one. */
export const uploadMediaHandler: Handler<typeof uploadMedia> = async (ctx) => {
  const { deps, network, session, upload } = ctx;
  if (upload === undefined) return err("PICTURE_NOT_A_FILE");
  if (!(await mayUpload(deps, network.id, session.accountId))) return err("TOO_MANY_REQUESTS");
  const checked = await checkFile(deps, upload, pictureRules, session.accountId);
  if (!checked.ok) return checked;
  return changePicture(ctx, checked.value);
};

export const removePictureHandler: Handler<typeof removePicture> = async (ctx) => {
  const removed = await changePicture(ctx, null);
  // Removing a picture from a deactivated profile is reported as not found.
  return removed.ok || removed.code !== "PROFILE_DEACTIVATED" ? removed : err("NOT_FOUND");
};

type PictureContext = Pick<Parameters<Handler<typeof removePicture>>[0], "deps" | "network" | "session" | "request">;

async function changePicture({ deps, network, session, request }: PictureContext, picture: CheckedFile | null) {
  const travellerId = request.userId ?? session.travellerId;
  if (!isUuid(travellerId) || (!session.isHolder && travellerId !== session.travellerId)) return err("NOT_FOUND");
  const at = deps.clock.iso();
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockTraveller(tx, network.id, session.accountId, travellerId);
    const account = await findAccount(tx, network.id, session.accountId);
    if (locked === undefined || account === undefined) return err("NOT_FOUND");
    if (picture !== null && locked.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
    const pictureId = picture === null ? null : await storePicture(tx, deps, locked, picture, at);
    await savePicture(tx, locked.id, pictureId);
    if (locked.pictureId !== null) await deleteFile(tx, network.id, locked.pictureId);
    const updated = { ...locked, pictureId };
    const user = { ...userOf(account, updated, network), userPictureUrl: pictureUrl(deps, session, updated) };
    return ok({ user: session.isHolder ? user : userForTraveller(user) });
  });
}

async function storePicture(
  tx: Tx,
  deps: Dependencies,
  { networkId, accountId }: Traveller,
  picture: CheckedFile,
  at: string,
) {
  const id = deps.ids.uuid();
  await insertFile(tx, { id, networkId, accountId, ...picture }, at);
  return id;
}
