import { isPlainText } from "@guichet/contract/well-formed.ts";
import { parseCookie, stringifySetCookie } from "cookie";

export interface CookieRule {
  maxAgeSeconds?: number;
  sameSite: "strict" | "lax";
  httpOnly: boolean;
}

export interface Cookies<Name extends string> {
  get(name: Name): string | undefined;
  set(name: Name, value: string): void;
  /** `unseen`: also clears a cookie that was not sent (Strict, on a request from another site). */
  clear(name: Name, unseen?: "unseen"): void;
  /** `Set-Cookie` headers for all changes. */
  written(): string[];
  /** Names of all cookies of the request. */
  readonly names: readonly string[];
}

/**
 * Cookies of one request and its response, by the app's table of rules. `secure`: false on plain-http localhost only.
 * `host`: with the `__Host-` prefix, which browsers bind to this host, Secure and every path.
 */
export function cookiesBy<Name extends string>(
  rules: Readonly<Record<Name, CookieRule>>,
  header: string | undefined,
  security: { secure: boolean } | "host",
): Cookies<Name> {
  const secure = security === "host" || security.secure;
  const sentName = (name: Name): string => (security === "host" ? `__Host-${name}` : name);
  // A cookie that is not plain text is not ours.
  const plain = Object.entries(parseCookie(header ?? "")).filter(
    ([, value]) => value !== undefined && isPlainText(value),
  );
  const given = new Map<string, string | undefined>(plain);
  const changes = new Map<Name, string>();
  const write = (name: Name, value: string, maxAge: number | undefined) => {
    const { sameSite, httpOnly } = rules[name];
    const age = maxAge === undefined ? {} : { maxAge };
    changes.set(
      name,
      stringifySetCookie({ name: sentName(name), value, path: "/", sameSite, httpOnly, secure, ...age }),
    );
  };
  return {
    names: [...given.keys()],
    get: (name) => given.get(sentName(name)) || undefined,
    set(name, value) {
      given.set(sentName(name), value);
      write(name, value, rules[name].maxAgeSeconds);
    },
    clear(name, unseen) {
      if (unseen === undefined && !given.has(sentName(name)) && !changes.has(name)) return;
      given.delete(sentName(name));
      write(name, "", 0);
    },
    written: () => [...changes.values()],
  };
}

/** Whether cookies are Secure: always, except on localhost without TLS. */
export function secureFor(protocol: string, hostname: string): boolean {
  const local = hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1";
  return !(protocol === "http" && local);
}
