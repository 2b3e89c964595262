import type { RequestContext } from "../request-context/request-context.ts";

/** Sessions of the account, with this browser's first. */
export async function devicesOf(ctx: RequestContext) {
  const found = await ctx.call("getSessions", {});
  const sessions = found.ok ? found.value.sessions : [];
  return sessions
    .map(({ sessionId, device, traveller, seenAt, isCurrent }) => ({
      sessionId,
      device,
      traveller: traveller?.firstName ?? null,
      seenAt,
      isCurrent,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
export type Device = Awaited<ReturnType<typeof devicesOf>>[number];

/** Signs out another browser, or all others if `sessionId` is missing. Signing out a signed-out browser is not an error. */
export async function signOutDevice(ctx: RequestContext, sessionId: string | undefined): Promise<void> {
  await ctx.call("revokeSession", sessionId === undefined || sessionId === "" ? {} : { sessionId });
}
