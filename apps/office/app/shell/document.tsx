import { type AnchorProps, LinkProvider } from "@guichet/ui/link.tsx";
import { dirOf, useFrame } from "@guichet/web/frame.tsx";
import { InlineScript } from "@guichet/web/inline.tsx";
import type { ReactNode } from "react";
import { isRouteErrorResponse, Link, Links, Outlet, Scripts, ScrollRestoration, useRouteError } from "react-router";
import { ErrorPage } from "./error-page.tsx";

/** The HTML document of every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const { language, theme, requestId, nonce, headScript = "", textsUrls = [] } = useFrame();
  return (
    <html
      lang={language}
      dir={dirOf(language)}
      data-theme={theme === "system" ? undefined : theme}
      data-request={requestId}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <InlineScript nonce={nonce} content={headScript} />
        {textsUrls.map((url) => (
          <link key={url} rel="modulepreload" href={url} />
        ))}
        <Links />
      </head>
      <body>
        <LinkProvider anchor={Anchor}>{children}</LinkProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/**
 * Renders links of components with the router; links to files stay plain. The answer says that a file is to be saved: with the attribute
 * `download`, a browser would save or hide the page of a refusal.
 */
function Anchor({ href, download, ...rest }: AnchorProps) {
  if (!href.startsWith("/") || download !== undefined || rest.target !== undefined) return <a href={href} {...rest} />;
  return <Link to={href} {...rest} />;
}

export function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />;
}
