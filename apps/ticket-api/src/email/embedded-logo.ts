import type { LogoPicture } from "../network-registry/logo-picture.ts";
import type { Sender } from "./compose-email.ts";

/** The Content-ID of the logo that is sent with an e-mail. */
export const logoCid = "logo@guichet";
const logoHeightPx = 32;

/** The logo as an e-mail refers to it; undefined: the network's logo cannot be drawn. */
export const embeddedLogo = (picture: LogoPicture | undefined): Sender["logo"] =>
  picture && {
    ...{ cid: logoCid, height: logoHeightPx },
    width: Math.round((logoHeightPx * picture.width) / picture.height),
  };
