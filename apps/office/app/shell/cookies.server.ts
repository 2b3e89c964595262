import { staffSessionHours } from "@guichet/contract/limits/staff-limits.ts";
import type { CookieRule, Cookies as WebCookies } from "@guichet/web/cookies.ts";

const year = 365 * 86_400;

/** Every cookie of the office, sent as `__Host-…`: Secure, on path /, of this host alone (decision 095). Named apart from the shop's. */
export const cookieRules = {
  officeToken: { maxAgeSeconds: staffSessionHours * 3_600, sameSite: "strict", httpOnly: true },
  /** This browser signed in before: it has tries of its own (decision 102). */
  officeKnownDevice: { maxAgeSeconds: year, sameSite: "strict", httpOnly: true },
  officeTheme: { maxAgeSeconds: year, sameSite: "strict", httpOnly: true },
  officeLanguage: { maxAgeSeconds: year, sameSite: "strict", httpOnly: true },
  /** Keys without modifier act (WCAG 2.1.4): `off` where they shall not. */
  officeKeys: { maxAgeSeconds: year, sameSite: "strict", httpOnly: true },
} as const satisfies Record<string, CookieRule>;
export type CookieName = keyof typeof cookieRules;
export type Cookies = WebCookies<CookieName>;
