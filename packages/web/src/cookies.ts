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
  /** `unseen`: also where the browser may hold it and did not send it (Strict, on a request that another site began). */
  clear(name: Name, unseen?: "unseen"): void;
  /** `Set-Cookie` lines for what was set and cleared. */
  written(): string[];
  /** Names of all cookies that came with the request. */
  readonly names: readonly string[];
}

/**
 * The cookies of one request and of its answer, by the part's table of rules. `secure`: false on plain-http localhost only.
 * `host`: under `__Host-` names, which browsers take from this very host alone, Secure and for every path.
 */
export function cookiesBy<Name extends string>(
  rules: Readonly<Record<Name, CookieRule>>,
  header: string | undefined,
  security: { secure: boolean } | "host",
): Cookies<Name> {
  const secure = security === "host" || security.secure;
  const sentName = (name: Name): string => (security === "host" ? `__Host-${name}` : name);
  // A cookie that is no plain text is none of ours.
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

/** Cookies are Secure, but on one's own machine without TLS. */
export function secureFor(protocol: string, hostname: string): boolean {
  const local = hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1";
  return !(protocol === "http" && local);
}
