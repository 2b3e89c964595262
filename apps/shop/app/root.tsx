import { data, type LoaderFunctionArgs, type MiddlewareFunction, redirect } from "react-router";
import { guardVisit } from "./guards.server.ts";
import { loadShell, type Shell } from "./shell/shell.server.ts";
import { placeOf } from "./shell/visit.ts";
import "./styles.css";

export { App as default, ErrorBoundary, Layout } from "./shell/document.tsx";

/** Runs before every loader and action: is there a shop here, does the session hold, may this visitor be here? */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context, pattern, request }, next) => {
    const place = placeOf(context);
    if (!place.visit) throw data(place.closed ?? null, { status: place.status });
    await place.visit.session.start();
    const elsewhere = await guardVisit(place.visit, pattern, request.method);
    if (elsewhere) throw redirect(elsewhere.to, { status: elsewhere.status, headers: { "cache-control": "no-store" } });
    return next();
  },
];

export function loader({ context }: LoaderFunctionArgs): Promise<Shell> {
  return loadShell(context);
}
