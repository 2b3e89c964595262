import { data, type LoaderFunctionArgs } from "react-router";
import { requestContextOf } from "../request-context/request-context.ts";

/** Throws 404 for paths that match no route (§2). */
export function loader({ context }: LoaderFunctionArgs): never {
  throw data(`Page not found: ${requestContextOf(context).path}`, { status: 404 });
}

export default function NotFound() {
  return null;
}
