import { SessionOver } from "@guichet/client/failures.ts";
import type { CallSettings, TicketApi } from "@guichet/client/ticket-api.ts";
import type { Language } from "@guichet/contract/languages.ts";
import type { Result } from "@guichet/contract/result.ts";
import { ownPath } from "@guichet/web/own-path.ts";
import { reportError } from "@guichet/web/report-error.ts";
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

/** Creates the context passed to loaders and actions. */
export function createRequestContext(parts: RequestContextParts): RequestContext {
  const { api, cookies, language, url, requestId, now } = parts;
  const path = pathOf(url);
  let asked: Promise<SignedIn | undefined> | undefined;

  const signedIn = async (): Promise<SignedIn> => {
    const found = await whileSignedIn(parts, () => {
      asked ??= askSignedIn(parts);
      return asked;
    });
    if (found === undefined) throw toSignIn(parts, false);
    return found;
  };

  const call: RequestContext["call"] = (name, values, network, once) =>
    pastSteps(parts, () => api.call(name, values, { ...settingsOf(parts, network), ...once }));

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
    mayEnter: () =>
      askSignedIn(parts).then(
        (found) => found !== undefined,
        () => false,
      ),
    call,
    async part(name, values, network) {
      try {
        const outcome = await call(name, values, network);
        return outcome.ok ? outcome.value : null;
      } catch (failure) {
        // A redirect, to the sign-in for example.
        if (failure instanceof Response) throw failure;
        reportError(failure, { url: url.href }, requestId);
        return null;
      }
    },
    file: (name, values, network) => pastSteps(parts, () => api.file(name, values, settingsOf(parts, network))),
    largeFile: (name, values, network) =>
      pastSteps(parts, () => api.largeFile(name, values, settingsOf(parts, network))),
    linkedFile: (link) => api.linkedFile(link),
  };
}

function settingsOf({ cookies, language, requestId, address }: RequestContextParts, network?: string): CallSettings {
  const token = cookies.get("officeToken");
  return {
    language,
    requestId,
    customerAddress: address,
    ...(network === undefined ? {} : { network }),
    ...(token === undefined ? {} : { token }),
  };
}

/** The path of the page, also for the router's data requests. */
const pathOf = (url: URL): string => url.pathname.replace(/(\/_)?\.data$/, "");

async function askSignedIn(parts: RequestContextParts): Promise<SignedIn | undefined> {
  if (parts.cookies.get("officeToken") === undefined) return undefined;
  const outcome = await parts.api.call("getStaff", {}, settingsOf(parts));
  if (!outcome.ok) throw new Error(`Who is signed in: ${outcome.code}`);
  return outcome.value;
}

/** Redirects to the sign-in when the session has ended, and back afterwards. */
async function whileSignedIn<T>(parts: RequestContextParts, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (failure) {
    throw failure instanceof SessionOver ? toSignIn(parts, true) : failure;
  }
}

/** Redirects to a pending sign-in step, and back afterwards. */
async function pastSteps<T>(parts: RequestContextParts, request: () => Promise<Result<T>>): Promise<Result<T>> {
  const outcome = await whileSignedIn(parts, request);
  const step = outcome.ok ? undefined : stepOfRefusal(outcome.code);
  if (step !== undefined) throw redirect(addressOf(step, pathOf(parts.url)));
  return outcome;
}

function toSignIn({ cookies, url }: RequestContextParts, expired: boolean): Response {
  if (expired) cookies.clear("officeToken");
  const path = pathOf(url);
  const wanted = path.startsWith(href("signIn")) ? ownPath(url.searchParams.get("next")) : path;
  const next = wanted === undefined || wanted === "/" ? "" : `?${new URLSearchParams({ next: wanted })}`;
  return redirect(`${href("signIn")}${next}${expired ? `${next === "" ? "?" : "&"}expired=1` : ""}`);
}
