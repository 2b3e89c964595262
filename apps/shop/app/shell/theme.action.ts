import { type ActionFunctionArgs, redirect } from "react-router";
import { href, ownPath } from "../paths.ts";
import { themeOf } from "./frame.tsx";
import { visitOf } from "./visit.ts";

/** Notes the theme for ten years and leads back (§9); works as a plain form. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  visitOf(context).cookies.set("theme", themeOf(textOf(form.get("theme"))));
  return redirect(ownPath(textOf(form.get("back"))) ?? href("home"), { status: 303 });
}

export function loader() {
  return redirect(href("home"));
}

const textOf = (value: FormDataEntryValue | null): string | undefined =>
  typeof value === "string" ? value : undefined;
