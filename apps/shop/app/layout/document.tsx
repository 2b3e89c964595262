import { LinkProvider } from "@guichet/ui/link.tsx";
import { InlineScript, InlineStyle } from "@guichet/web/inline.tsx";
import { type ReactNode, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { dirOf, useFrame } from "../page/frame.tsx";
import { lazyPart } from "../page/lazy-part.tsx";
import { type PageContext, PageContextProvider } from "../page/page-context.tsx";
import { Anchor } from "./anchor.tsx";

/** Loaded on demand because it is not part of the initial view. */
const NewBuild = lazyPart(
  () => import("./new-build.tsx").then((module) => module.NewBuild),
  () => null,
);
const ErrorPage = lazyPart(() => import("./error-page.tsx").then((module) => module.ErrorPage));
const ClosedPage = lazyPart(() => import("../maintenance/closed-page.tsx").then((module) => module.ClosedPage));

/** HTML document of every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const frame = useFrame();
  const page = useRouteLoaderData<PageContext>("root");
  const { language, nonce, headScript = "", fontUrls = [], textsUrls = [] } = frame;
  const theme = page?.theme ?? frame.theme;
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
        {page && <InlineStyle nonce={nonce} content={page.accentCss} />}
        <InlineScript nonce={nonce} content={headScript} />
        {fontUrls.map((url) => (
          <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {textsUrls.map((url) => (
          <link key={url} rel="modulepreload" href={url} />
        ))}
        {page && <link rel="icon" href={page.network.logoUrl} type="image/svg+xml" />}
        <Links />
      </head>
      <body>
        <LinkProvider anchor={Anchor}>
          {page ? <PageContextProvider page={page}>{children}</PageContextProvider> : children}
        </LinkProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export function App() {
  return (
    <>
      <NewBuild />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isUnreachable = error instanceof TypeError;
  useEffect(() => {
    // A page loaded within the shop failed without a network: the service worker returns the stored one.
    if (isUnreachable && !navigator.onLine && navigator.serviceWorker?.controller) location.reload();
  }, [isUnreachable]);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 503 && isRouteErrorResponse(error) && error.data) return <ClosedPage closed={error.data} />;
  return <ErrorPage status={status} />;
}
