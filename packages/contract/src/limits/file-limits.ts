/** Limits of uploaded files and stored pictures. */

export const uploadMaxMegabytes = 10;
export const uploadMaxBytes = uploadMaxMegabytes * 1024 * 1024;
/** The largest decoded picture: a phone's photo has 12 to 50 million pixels. */
export const uploadMaxPixels = 50_000_000;
export const uploadMaxPages = 50;
export const uploadNameMaxLength = 200;
export const uploadsPerAccountAndHour = 100;
/** The longer side of a stored picture or scan in pixels. */
export const storedPictureMaxSide = 1_200;
export const storedScanMaxSide = 3_000;
/** The smallest traveller's picture for a printed transport card, in pixels, upright. */
export const cardPhotoMinWidth = 300;
export const cardPhotoMinHeight = 400;
/** Lifetime of a signed link to a file. */
export const fileLinkMinutes = 10;
