import type { LoaderFunctionArgs } from "react-router";
import { resolvedRequestOf } from "./request-context.ts";

/** Throws 404 for an unknown path, or the status of a file that was refused; the error page is shown. */
export function loader({ context }: LoaderFunctionArgs) {
  throw new Response(null, { status: resolvedRequestOf(context).refusedWith ?? 404 });
}

export default function NotFound() {
  return null;
}
