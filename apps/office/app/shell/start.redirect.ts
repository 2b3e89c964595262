import { type LoaderFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { requestContextOf } from "./request-context.ts";

/** Redirects to the first network that the user works for. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { networks } = await requestContextOf(context).staff();
  const first = networks[0];
  return redirect(first === undefined ? href("password") : href("home", { network: first.id }));
}
