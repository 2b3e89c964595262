/** Renders HTML that the server produced from an operator's Markdown with `formatted.server.ts`; accepts nothing else. */
export function Formatted({ html, lang }: { html: string; lang?: string | undefined }) {
  return (
    <div
      className="formatted"
      lang={lang}
      dir={lang === undefined ? undefined : "auto"}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server, the one place that shows markup
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
