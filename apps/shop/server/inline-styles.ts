/**
 * Puts the style sheet of every page into the page, so that a first view is drawn without waiting for a second response. The link stays for
 * later pages: browsers load a style sheet for printing without waiting for it, and cache it.
 *
 * @param styleSheet the content of a style sheet by its URL; undefined if it is none of ours: then the page stays as it is.
 */
export function withInlineStyles(html: string, nonce: string, styleSheet: (url: string) => string | undefined): string {
  return html.replace(firstLink, (link: string, url: string) => {
    const content = styleSheet(url);
    if (content === undefined) return link;
    return `<style nonce="${nonce}">${content}</style>${link.replace("<link", '<link media="print"')}`;
  });
}

const firstLink = /<link(?=[^>]* rel="stylesheet")[^>]* href="([^"]+)"[^>]*>/;
