import { LinkProvider } from "@guichet/ui/link.tsx";
import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { guardVisit } from "./guards.server.ts";
import { Anchor } from "./shell/anchor.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { dirOf, useFrame } from "./shell/frame.tsx";
import { InlineScript, InlineStyle } from "./shell/inline.tsx";
import { NewBuild } from "./shell/new-build.tsx";
import { loadShell, type Shell } from "./shell/shell.server.ts";
import { ShellProvider } from "./shell/shell.tsx";
import { themeScript } from "./shell/theme.tsx";
import { placeOf } from "./shell/visit.ts";
import "./styles.css";

/** Runs before every loader and action: is there a shop here, does the session hold, may this visitor be here? */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context, pattern, request }, next) => {
    const place = placeOf(context);
    if (!place.visit) throw new Response(null, { status: place.status });
    await place.visit.session.start();
    const elsewhere = await guardVisit(place.visit, pattern, request.method);
    if (elsewhere) throw redirect(elsewhere.to, { status: elsewhere.status, headers: { "cache-control": "no-store" } });
    return next();
  },
];

export function loader({ context }: LoaderFunctionArgs): Promise<Shell> {
  return loadShell(context);
}

export function Layout({ children }: { children: ReactNode }) {
  const frame = useFrame();
  const shell = useRouteLoaderData<typeof loader>("root");
  const { language, theme, nonce, textsUrls = [] } = frame;
  return (
    <html
      lang={language}
      dir={dirOf(language)}
      data-theme={theme === "system" ? undefined : theme}
      data-prefix={frame.prefix || undefined}
      data-request={frame.requestId}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <InlineScript nonce={nonce} content={themeScript} />
        {shell && <InlineStyle nonce={nonce} content={shell.accentCss} />}
        {textsUrls.map((url) => (
          <link key={url} rel="modulepreload" href={url} />
        ))}
        {shell && <link rel="icon" href={shell.network.logoUrl} type="image/svg+xml" />}
        <Links />
      </head>
      <body>
        <LinkProvider anchor={Anchor}>
          {shell ? <ShellProvider shell={shell}>{children}</ShellProvider> : children}
        </LinkProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <NewBuild />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <ErrorPage status={status} />;
}
