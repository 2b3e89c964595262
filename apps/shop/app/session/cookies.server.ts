import { userTokenDays } from "@guichet/contract/limits/session-limits.ts";
import { type CookieRule, cookiesBy, type Cookies as WebCookies } from "@guichet/web/cookies.ts";

const day = 86_400;
const tenYears = 3650 * day;

/** Every cookie of the shop (§9, decisions on sign-in); all on path /, Secure except on plain-http localhost. */
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
  /** A browser that signed in to an account before has tries of its own. */
  knownDevice: { maxAgeSeconds: 365 * day, sameSite: "strict", httpOnly: true },
  /** Binds a sign-in under way at a provider to its browser. */
  authState: { maxAgeSeconds: 600, sameSite: "lax", httpOnly: true },
  /** The tokens of a sign-in that several people share, until one of them is picked. */
  signInChoice: { maxAgeSeconds: 600, sameSite: "strict", httpOnly: true },
  /** A transport card that was found a moment ago: its one-time token and what may be shown of it. */
  foundCard: { maxAgeSeconds: 600, sameSite: "strict", httpOnly: true },
  /** Where a guest wants the invoice, until the order is placed. */
  invoiceEmail: { sameSite: "strict", httpOnly: true },
  /** The contact e-mail that was typed, while its holder proves at a provider who they are. */
  contactEmail: { maxAgeSeconds: 600, sameSite: "strict", httpOnly: true },
  /** Tells the next page that the session ended by itself. */
  sessionExpired: { sameSite: "strict", httpOnly: true },
} as const satisfies Record<string, CookieRule>;
export type CookieName = keyof typeof cookieRules;

/** The cookies that hold a session; they go when it ends. */
export const sessionCookies = [
  "fbToken",
  "fbRefreshToken",
  "userTicketToken",
  "userCustomToken",
  "userRefreshToken",
  "refreshTokenExpiresIn",
  "customTokenExpiresIn",
  "invoiceEmail",
  "contactEmail",
  "signInChoice",
] as const satisfies readonly CookieName[];

/** Cookies that say nothing of who asks: with these alone a page is the same for everybody. */
export const anonymousCookies: ReadonlySet<string> = new Set<CookieName>(["theme", "locale"]);

export type Cookies = WebCookies<CookieName>;

/** The cookies of one request and of its answer. `secure`: false on plain-http localhost only. */
export const cookiesOf = (header: string | undefined, secure: boolean): Cookies =>
  cookiesBy<CookieName>(cookieRules, header, { secure });
