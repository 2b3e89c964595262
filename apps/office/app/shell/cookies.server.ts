import { staffSessionHours } from "@guichet/contract/limits/staff-limits.ts";
import type { CookieRule, Cookies as WebCookies } from "@guichet/web/cookies.ts";

const year = 365 * 86_400;

/**
 * All cookies of the office, sent as `__Host-…`: Secure, on path /, for this host only (decision 095). Their names
 * differ from the shop's.
 */
export const cookieRules = {
  officeToken: { maxAgeSeconds: staffSessionHours * 3_600, sameSite: "strict", httpOnly: true },
  /** Gives a browser that has signed in before its own limit of sign-in attempts (decision 102). */
  officeKnownDevice: { maxAgeSeconds: year, sameSite: "strict", httpOnly: true },
  officeTheme: { maxAgeSeconds: year, sameSite: "strict", httpOnly: true },
  officeLanguage: { maxAgeSeconds: year, sameSite: "strict", httpOnly: true },
  /** Whether single-key shortcuts are enabled (WCAG 2.1.4): `off` disables them. */
  officeKeys: { maxAgeSeconds: year, sameSite: "strict", httpOnly: true },
} as const satisfies Record<string, CookieRule>;
export type CookieName = keyof typeof cookieRules;
export type Cookies = WebCookies<CookieName>;
