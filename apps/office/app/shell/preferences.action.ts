import { languageOf } from "@guichet/contract/languages.ts";
import { themeOf } from "@guichet/web/frame.tsx";
import { ownPath } from "@guichet/web/own-path.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { requestContextOf } from "./request-context.ts";

/**
 * Stores theme, shortcut setting or language in this browser for a year, the language also for the signed-in person, and redirects back; a
 * plain form.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const ctx = requestContextOf(context);
  const { cookies } = ctx;
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const language = languageOf(text("language"));
  if (language !== undefined) {
    cookies.set("officeLanguage", language);
    // Without this call the page is in the language all the same.
    if (await ctx.mayEnter()) await ctx.part("setStaffLanguage", { language });
  }
  if (text("theme") !== undefined) cookies.set("officeTheme", themeOf(text("theme")));
  const keys = text("keys");
  if (keys !== undefined) cookies.set("officeKeys", keys === "off" ? "off" : "on");
  return redirect(ownPath(text("back")) ?? href("start"), { status: 303 });
}

export const loader = () => redirect(href("start"));
