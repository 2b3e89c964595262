import type { FileAnswer, ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { RequestIn } from "@guichet/contract/call.ts";
import type { CallName, Calls } from "@guichet/contract/calls.ts";
import type { Language } from "@guichet/contract/languages.ts";
import type { getStaff, Staff, StaffNetwork } from "@guichet/contract/office/staff.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { Frame } from "@guichet/web/frame.tsx";
import { createContext, type RouterContextProvider } from "react-router";
import type { Cookies } from "./cookies.server.ts";

export type SignedIn = ReceivedOf<typeof getStaff>;

/** One request of somebody of the staff, as loaders and actions meet it. */
export interface RequestContext {
  readonly url: URL;
  readonly language: Language;
  readonly requestId: string;
  readonly cookies: Cookies;
  /** The current instant, by the installation's clock. */
  now(): string;
  /** Who is signed in, at whichever step; throws the way to the sign-in when nobody is. */
  signedIn(): Promise<SignedIn>;
  /** Who is signed in; throws the way to the sign-in when nobody is, and to the step that the sign-in is at. */
  staff(): Promise<Staff>;
  /** Is somebody signed in whose session holds? */
  mayEnter(): Promise<boolean>;
  /** Makes a call of the Ticket API for whoever is signed in; refusals are values, but that of a step leads to it. */
  call<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    network?: string,
  ): Promise<Result<ReceivedOf<Calls[N]>>>;
  /** The same for a call that answers a file. */
  file<N extends CallName>(name: N, values: RequestIn<Calls[N]>, network?: string): Promise<Result<FileAnswer>>;
  /** Fetches a file by the link that a call answered; undefined: the link is over, or none of ours. */
  linkedFile(link: string): Promise<FileAnswer | undefined>;
}

export interface ResolvedRequest {
  frame: Frame;
  ctx: RequestContext;
}

const resolvedRequestContext = createContext<ResolvedRequest>();

export const setResolvedRequest = (context: RouterContextProvider, place: ResolvedRequest): void =>
  context.set(resolvedRequestContext, place);
export const resolvedRequestOf = (context: Readonly<RouterContextProvider>): ResolvedRequest =>
  context.get(resolvedRequestContext);
export const requestContextOf = (context: Readonly<RouterContextProvider>): RequestContext =>
  resolvedRequestOf(context).ctx;

/** The network in the address; 404 where the person does not work for it. */
export async function networkOf(ctx: RequestContext, id: string | undefined): Promise<StaffNetwork> {
  const { networks } = await ctx.staff();
  const network = networks.find((each) => each.id === id);
  if (network === undefined) throw new Response(null, { status: 404 });
  return network;
}
