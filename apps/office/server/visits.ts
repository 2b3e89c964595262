import { SessionOver } from "@guichet/client/failures.ts";
import type { CallSettings, TicketApi } from "@guichet/client/ticket-api.ts";
import type { Language } from "@guichet/contract/languages.ts";
import { redirect } from "react-router";
import { href } from "../app/paths.ts";
import type { Cookies } from "../app/shell/cookies.server.ts";
import type { SignedIn, Visit } from "../app/shell/visit.ts";

export interface VisitParts {
  api: TicketApi;
  cookies: Cookies;
  language: Language;
  url: URL;
  requestId: string;
  address: string;
  now: () => string;
}

/** Makes the visit that loaders and actions get. */
export function createVisit({ api, cookies, language, url, requestId, address, now }: VisitParts): Visit {
  let asked: Promise<SignedIn | undefined> | undefined;
  const settings = (network?: string): CallSettings => {
    const token = cookies.get("officeToken");
    return {
      language,
      requestId,
      customerAddress: address,
      ...(network === undefined ? {} : { network }),
      ...(token === undefined ? {} : { token }),
    };
  };

  const toSignIn = (expired: boolean) => {
    if (expired) cookies.clear("officeToken");
    const path = url.pathname.replace(/(\/_)?\.data$/, "");
    const next = path === "/" ? "" : `?${new URLSearchParams({ next: path })}`;
    return redirect(`${href("signIn")}${next}${expired ? `${next === "" ? "?" : "&"}expired=1` : ""}`);
  };

  /** A session that ended leads to the sign-in, and back from there. */
  const whileSignedIn = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (failure) {
      throw failure instanceof SessionOver ? toSignIn(true) : failure;
    }
  };

  const ask = async (): Promise<SignedIn | undefined> => {
    if (cookies.get("officeToken") === undefined) return undefined;
    const outcome = await api.call("getStaff", {}, settings());
    if (!outcome.ok) throw new Error(`Who is signed in: ${outcome.code}`);
    return outcome.value;
  };

  return {
    url,
    language,
    requestId,
    cookies,
    now,
    async staff() {
      const signedIn = await whileSignedIn(() => {
        asked ??= ask();
        return asked;
      });
      if (signedIn === undefined) throw toSignIn(false);
      return signedIn.staff;
    },
    async mayEnter() {
      return ask().then(
        (signedIn) => signedIn !== undefined,
        () => false,
      );
    },
    call: (name, values, network) => whileSignedIn(() => api.call(name, values, settings(network))),
    linkedFile: (link) => api.linkedFile(link),
    file: (name, values, network) => whileSignedIn(() => api.file(name, values, settings(network))),
  };
}
