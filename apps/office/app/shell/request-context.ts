import type { FileAnswer, LargeFileAnswer, ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { SentFile } from "@guichet/client/wire.ts";
import type { RequestIn } from "@guichet/contract/call.ts";
import type { CallName, Calls } from "@guichet/contract/calls.ts";
import { type Language, languages } from "@guichet/contract/languages.ts";
import type { getStaff, Staff, StaffNetwork } from "@guichet/contract/office/staff.ts";
import type { Result } from "@guichet/contract/result.ts";
import { hasPermission, type StaffPermission } from "@guichet/contract/staff-roles.ts";
import type { Frame } from "@guichet/web/frame.tsx";
import { createContext, type RouterContextProvider } from "react-router";
import type { Cookies } from "./cookies.server.ts";

export type SignedIn = ReceivedOf<typeof getStaff>;

/** The context of one request by a member of the staff, for loaders and actions. */
export interface RequestContext {
  readonly url: URL;
  readonly language: Language;
  readonly requestId: string;
  readonly cookies: Cookies;
  /** The current instant, by the installation's clock. */
  now(): string;
  /** The signed-in user, at any step of the sign-in; throws the redirect to the sign-in if there is none. */
  signedIn(): Promise<SignedIn>;
  /** The fully signed-in user; throws the redirect to the sign-in, or to its current step. */
  staff(): Promise<Staff>;
  /** Whether the user is signed in with a valid session. */
  mayEnter(): Promise<boolean>;
  /**
   * Calls the Ticket API as the signed-in user; refusals are values, except that a pending sign-in step redirects to it. With
   * an idempotency key, a repeated call of the same form has one effect; a call that accepts a file gets it.
   */
  call<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    network?: string,
    once?: { idempotencyKey: string } | { file: SentFile },
  ): Promise<Result<ReceivedOf<Calls[N]>>>;
  /** Calls the Ticket API for a part without which the page stays usable; null: it was refused, or it failed, which is logged. */
  part<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    network?: string,
  ): Promise<ReceivedOf<Calls[N]> | null>;
  /** Calls the Ticket API like `call`, for a call that returns a file. */
  file<N extends CallName>(name: N, values: RequestIn<Calls[N]>, network?: string): Promise<Result<FileAnswer>>;
  /** The same for a large file, which is passed on as it arrives. */
  largeFile<N extends CallName>(
    name: N,
    values: RequestIn<Calls[N]>,
    network?: string,
  ): Promise<Result<LargeFileAnswer>>;
  /** Fetches a file from the link in a response; undefined: the link has expired or is not a link of the Ticket API. */
  linkedFile(link: string): Promise<FileAnswer | undefined>;
}

export interface ResolvedRequest {
  frame: Frame;
  ctx: RequestContext;
  /** The status with which the requested file was refused: the error page is shown in its place. */
  refusedWith?: number;
}

const resolvedRequestContext = createContext<ResolvedRequest>();

export const setResolvedRequest = (context: RouterContextProvider, place: ResolvedRequest): void =>
  context.set(resolvedRequestContext, place);
export const resolvedRequestOf = (context: Readonly<RouterContextProvider>): ResolvedRequest =>
  context.get(resolvedRequestContext);
export const requestContextOf = (context: Readonly<RouterContextProvider>): RequestContext =>
  resolvedRequestOf(context).ctx;

/** The network in the address; 403 where the user lacks a permission there, for a page that makes no call. */
export async function permittedNetworkOf(
  ctx: RequestContext,
  id: string | undefined,
  permission: StaffPermission,
): Promise<StaffNetwork> {
  const network = await networkOf(ctx, id);
  if (!hasPermission(network.roles, permission)) throw new Response(null, { status: 403 });
  return network;
}

/** The network in the address, for an action: the Ticket API refuses the call of a user who has no role there any more. */
export async function actionNetworkOf(ctx: RequestContext, id = ""): Promise<Pick<StaffNetwork, "id">> {
  await ctx.staff();
  return { id };
}

/** Time zone and languages of a network, for an action. The Ticket API refuses a user who has no role there any more: then any will do. */
export async function actionLocaleOf(
  ctx: Pick<RequestContext, "staff">,
  id: string,
): Promise<Pick<StaffNetwork, "timeZone" | "languages">> {
  const { networks } = await ctx.staff();
  return networks.find((each) => each.id === id) ?? { timeZone: "UTC", languages: [...languages] };
}

/** The network in the address; 404 where the user does not work for it. */
export async function networkOf(ctx: RequestContext, id: string | undefined): Promise<StaffNetwork> {
  const { networks } = await ctx.staff();
  const network = networks.find((each) => each.id === id);
  if (network === undefined) throw new Response(null, { status: 404 });
  return network;
}
