import { createHash } from "node:crypto";
import { locales } from "@guichet/contract/languages.ts";
import { formatLocale } from "@guichet/texts/translate.ts";
import { allWords } from "@guichet/web/catalogues.ts";
import { TextsProvider } from "@guichet/web/texts.tsx";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Frame, FrameProvider } from "../../page/frame.tsx";
import { networkContext } from "../../page/network-context.ts";
import { type PageContext, PageContextProvider } from "../../page/page-context.tsx";
import type { RequestContext } from "../../request-context/request-context.ts";

type OfflinePage = {
  title: string;
  body: ReactNode;
  ride?: PageContext["ride"];
  /** The only script of the page. */
  script?: string;
};

/**
 * Returns a page that the browser stores and shows without network. It looks like the shop's pages: same styles, fonts and
 * colours, which the service worker caches. It can run no script but its own, and can fetch nothing else.
 */
export async function offlinePage(ctx: RequestContext, frame: Frame, page: OfflinePage): Promise<Response> {
  const { language, network } = ctx;
  const words = await allWords(language);
  const { theme, styleUrls = [] } = frame;
  const context: PageContext = {
    ...networkContext(network),
    origin: ctx.url.origin,
    banner: null,
    dataProtectionHtml: null,
    alerts: {},
    user: null,
    ride: page.ride ?? null,
    theme,
    expired: false,
  };
  const { script = "" } = page;
  const html = renderToStaticMarkup(
    <html
      lang={language}
      dir={locales[language].dir}
      data-theme={theme === "system" ? undefined : theme}
      data-zone={network.timeZone}
      data-locale={formatLocale(language)}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${page.title} · ${network.name}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: colours computed by accentCss */}
        <style dangerouslySetInnerHTML={{ __html: context.accentCss }} />
        <link rel="icon" href={context.network.logoUrl} type="image/svg+xml" />
        {styleUrls.map((url) => (
          <link key={url} rel="stylesheet" href={url} />
        ))}
      </head>
      <body>
        <FrameProvider frame={frame}>
          <TextsProvider words={words}>
            <PageContextProvider page={context}>{page.body}</PageContextProvider>
          </TextsProvider>
        </FrameProvider>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file */}
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>,
  );
  return new Response(`<!doctype html>${html}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": [
        "default-src 'none'",
        `style-src 'self' ${hashOf(context.accentCss)}`,
        script ? `script-src ${hashOf(script)}` : "script-src 'none'",
        "font-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    },
  });
}

const hashOf = (content: string): string => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
