import { withoutLanguagePrefix } from "@guichet/contract/language-prefix.ts";
import { data, type LoaderFunctionArgs, type MiddlewareFunction, redirect } from "react-router";
import { guardRequest } from "./guards.server.ts";
import { loadPageContext } from "./layout/page-context.server.ts";
import type { PageContext } from "./page/page-context.tsx";
import { resolvedRequestOf } from "./request-context/request-context.ts";
import "./styles.css";

export { App as default, ErrorBoundary, Layout } from "./layout/document.tsx";

/** Runs before every loader and action: checks that the network exists, the session is valid and the visitor has access. */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context, pattern, request }, next) => {
    const route = resolvedRequestOf(context);
    if (!route.ctx) throw data(route.closed ?? null, { status: route.status });
    await route.ctx.session.start();
    const redirection = await guardRequest(route.ctx, pattern, request.method);
    if (redirection) {
      route.ctx.session.leaveExpired(false);
      throw redirect(redirection.to, { status: redirection.status, headers: { "cache-control": "no-store" } });
    }
    const response = inRouter(await next());
    route.ctx.session.leaveExpired(!response.headers.has("location"));
    return response;
  },
];

/**
 * Removes the language prefix from a redirect inside the router: the server adds it when it sends the response, and so does the
 * browser's router, which does not recognise an existing prefix directly before a query (`/fr?category=…`).
 */
function inRouter(response: Response): Response {
  const location = response.headers.get("location");
  if (location !== null) response.headers.set("location", withoutLanguagePrefix(location));
  return response;
}

export function loader({ context }: LoaderFunctionArgs): Promise<PageContext> {
  return loadPageContext(context);
}
