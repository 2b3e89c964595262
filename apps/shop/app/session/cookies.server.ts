import { cataloguePreviewHours } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import { rideCookieSeconds, userTokenDays } from "@guichet/contract/limits/session-limits.ts";
import { verificationCodeHours } from "@guichet/contract/limits/sign-in-limits.ts";
import { type CookieRule, cookiesBy, type Cookies as WebCookies } from "@guichet/web/cookies.ts";

const hour = 3600;
const day = 24 * hour;
const tenYears = 3650 * day;

/** All cookies of the shop (§9, decisions on sign-in), on path /, Secure except on plain-http localhost. */
export const cookieRules = {
  theme: { maxAgeSeconds: tenYears, sameSite: "strict", httpOnly: false },
  locale: { maxAgeSeconds: 365 * day, sameSite: "strict", httpOnly: false },
  fbToken: { maxAgeSeconds: tenYears, sameSite: "strict", httpOnly: true },
  fbRefreshToken: { maxAgeSeconds: tenYears, sameSite: "strict", httpOnly: true },
  userTicketToken: { maxAgeSeconds: userTokenDays * day, sameSite: "lax", httpOnly: true },
  userCustomToken: { maxAgeSeconds: tenYears, sameSite: "strict", httpOnly: true },
  userRefreshToken: { maxAgeSeconds: tenYears, sameSite: "strict", httpOnly: true },
  refreshTokenExpiresIn: { maxAgeSeconds: tenYears, sameSite: "strict", httpOnly: true },
  customTokenExpiresIn: { maxAgeSeconds: tenYears, sameSite: "strict", httpOnly: true },
  /** Gives a browser that has signed in before its own limit of sign-in attempts. */
  knownDevice: { maxAgeSeconds: 365 * day, sameSite: "strict", httpOnly: true },
  /** Binds a pending sign-in at an identity provider to its browser. */
  authState: { maxAgeSeconds: 600, sameSite: "lax", httpOnly: true },
  /** The tokens of a sign-in that several people share, until the user picks an account. */
  signInChoice: { maxAgeSeconds: 600, sameSite: "strict", httpOnly: true },
  /** The transport card found by a recent search: its one-time token and its public details. */
  foundCard: { maxAgeSeconds: 600, sameSite: "strict", httpOnly: true },
  /** The signed link of an e-mail with which this browser is paying a guest's order, until the payment page redirects back. */
  orderLink: { maxAgeSeconds: hour, sameSite: "strict", httpOnly: true },
  /** The guest's e-mail address for the invoice, until the order is placed. */
  invoiceEmail: { sameSite: "strict", httpOnly: true },
  /** The contact e-mail entered, while the user verifies their identity at a provider. */
  contactEmail: { maxAgeSeconds: 600, sameSite: "strict", httpOnly: true },
  /** The page that the customer continues with once the e-mail address is confirmed, also with the link in another tab. */
  afterVerification: { maxAgeSeconds: verificationCodeHours * hour, sameSite: "strict", httpOnly: true },
  /** The running ride that the header shows, or that there is none; then the server asks again. */
  ride: { maxAgeSeconds: rideCookieSeconds, sameSite: "strict", httpOnly: true },
  /** The token of the preview of a catalogue draft: set by its link, which is opened from the office or an e-mail. */
  preview: { maxAgeSeconds: cataloguePreviewHours * hour, sameSite: "lax", httpOnly: true },
  /** Makes the next page announce that the session expired. */
  sessionExpired: { sameSite: "strict", httpOnly: true },
} as const satisfies Record<string, CookieRule>;
export type CookieName = keyof typeof cookieRules;

/** The cookies of a session, cleared when it ends. */
export const sessionCookies = [
  "fbToken",
  "fbRefreshToken",
  "userTicketToken",
  "userCustomToken",
  "userRefreshToken",
  "refreshTokenExpiresIn",
  "customTokenExpiresIn",
  "orderLink",
  "invoiceEmail",
  "contactEmail",
  "afterVerification",
  "signInChoice",
  "ride",
] as const satisfies readonly CookieName[];

/** Cookies that do not depend on the user: a page requested with only these is the same for everybody. */
export const anonymousCookies: ReadonlySet<string> = new Set<CookieName>(["theme", "locale"]);

export type Cookies = WebCookies<CookieName>;

/** The cookies of one request and its response. `secure`: false on plain-http localhost only. */
export const cookiesOf = (header: string | undefined, secure: boolean): Cookies =>
  cookiesBy<CookieName>(cookieRules, header, { secure });
