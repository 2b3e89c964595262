import type { AnchorProps } from "@guichet/ui/link.tsx";
import { Link } from "react-router";
import { useLanguagePrefix } from "../page/frame.tsx";
import { isFilePath } from "../paths.ts";

/**
 * Links of components: places of the shop go through the router, which adds the language prefix; its files are fetched
 * by the browser itself, in the page's language too; others are plain.
 */
export function Anchor({ href, ...rest }: AnchorProps) {
  const prefixed = useLanguagePrefix();
  if (isFilePath(href)) return <a href={prefixed(href)} {...rest} />;
  const inside = href.startsWith("/") && rest.hrefLang === undefined && rest.download === undefined;
  if (!inside) return <a href={href} {...rest} />;
  return <Link to={href} prefetch="intent" {...rest} />;
}
