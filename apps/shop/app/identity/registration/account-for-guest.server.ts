import type { RequestContext } from "../../request-context/request-context.ts";

/** E-mail address of the guest of this session who can create an account with a password; null for everybody else. */
export async function accountForGuest(ctx: RequestContext): Promise<string | null> {
  const user = (await ctx.session.account())?.user;
  if (!user?.authAsGuest || !user.userMail) return null;
  const choices = await ctx.call("getAuthenticationConfiguration", {});
  return choices.ok && choices.value.emailPassword ? user.userMail : null;
}
