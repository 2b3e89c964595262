import { SessionOver } from "@guichet/client/failures.ts";
import type { CallSettings, TicketApi } from "@guichet/client/ticket-api.ts";
import type { Language } from "@guichet/contract/languages.ts";
import type { Result } from "@guichet/contract/result.ts";
import { ownPath } from "@guichet/web/own-path.ts";
import { redirect } from "react-router";
import { href } from "../app/paths.ts";
import type { Cookies } from "../app/shell/cookies.server.ts";
import type { RequestContext, SignedIn } from "../app/shell/request-context.ts";
import { addressOf, stepOfRefusal } from "../app/staff/sign-in-steps.ts";

export interface RequestContextParts {
  api: TicketApi;
  cookies: Cookies;
  language: Language;
  url: URL;
  requestId: string;
  address: string;
  now: () => string;
}

/** Makes the visit that loaders and actions get. */
export function createRequestContext({
  api,
  cookies,
  language,
  url,
  requestId,
  address,
  now,
}: RequestContextParts): RequestContext {
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

  const path = url.pathname.replace(/(\/_)?\.data$/, "");

  const toSignIn = (expired: boolean) => {
    if (expired) cookies.clear("officeToken");
    const wanted = path.startsWith(href("signIn")) ? ownPath(url.searchParams.get("next")) : path;
    const next = wanted === undefined || wanted === "/" ? "" : `?${new URLSearchParams({ next: wanted })}`;
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

  /** A sign-in that is at a step leads to it, and on from there. */
  const pastSteps = async <T>(request: () => Promise<Result<T>>): Promise<Result<T>> => {
    const outcome = await whileSignedIn(request);
    const step = outcome.ok ? undefined : stepOfRefusal(outcome.code);
    if (step !== undefined) throw redirect(addressOf(step, path));
    return outcome;
  };

  const ask = async (): Promise<SignedIn | undefined> => {
    if (cookies.get("officeToken") === undefined) return undefined;
    const outcome = await api.call("getStaff", {}, settings());
    if (!outcome.ok) throw new Error(`Who is signed in: ${outcome.code}`);
    return outcome.value;
  };

  const signedIn = async (): Promise<SignedIn> => {
    const found = await whileSignedIn(() => {
      asked ??= ask();
      return asked;
    });
    if (found === undefined) throw toSignIn(false);
    return found;
  };

  return {
    url,
    language,
    requestId,
    cookies,
    now,
    signedIn,
    async staff() {
      const { staff, nextStep } = await signedIn();
      if (nextStep !== null) throw redirect(addressOf(nextStep, path));
      return staff;
    },
    async mayEnter() {
      return ask().then(
        (signedIn) => signedIn !== undefined,
        () => false,
      );
    },
    call: (name, values, network) => pastSteps(() => api.call(name, values, settings(network))),
    linkedFile: (link) => api.linkedFile(link),
    file: (name, values, network) => pastSteps(() => api.file(name, values, settings(network))),
  };
}
