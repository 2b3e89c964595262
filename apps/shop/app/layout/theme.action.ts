import { type ActionFunctionArgs, redirect } from "react-router";
import { placeIn } from "../identity/return-path.ts";
import { reached } from "../identity/sign-in.server.ts";
import { type ThemeChoice, themeOf } from "../page/frame.tsx";
import { href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";

/** Saves the theme for ten years (§9), and in the holder's account, then redirects back; works as a plain form. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const ctx = requestContextOf(context);
  const theme = themeOf(textOf(form.get("theme")));
  ctx.cookies.set("theme", theme);
  // The browser's theme is set even if the account cannot be updated now.
  await reached(() => noteInAccount(ctx, theme));
  return redirect(placeIn(textOf(form.get("back"))) ?? href("home"), { status: 303 });
}

export function loader() {
  return redirect(href("home"));
}

async function noteInAccount(ctx: RequestContext, theme: ThemeChoice): Promise<{ ok: true }> {
  const user = await ctx.session.holder();
  if (user?.isParent === true && user.theme !== theme) await ctx.call("updateAccount", { theme });
  return { ok: true };
}

const textOf = (value: FormDataEntryValue | null): string | undefined =>
  typeof value === "string" ? value : undefined;
