import type { AnchorProps } from "@guichet/ui/link.tsx";
import { Link } from "react-router";
import { useLanguagePrefix } from "../page/frame.tsx";
import { isFilePath } from "../paths.ts";

/**
 * Link element for the component library. Links to routes of the shop use the router, which adds the language prefix; the
 * browser fetches files directly, also with the prefix; other links are plain.
 */
export function Anchor({ href, ...rest }: AnchorProps) {
  const prefixed = useLanguagePrefix();
  if (isFilePath(href)) return <a href={prefixed(href)} {...rest} />;
  const inside = href.startsWith("/") && rest.hrefLang === undefined && rest.download === undefined;
  if (!inside) return <a href={href} {...rest} />;
  return <Link to={href} prefetch="intent" {...rest} />;
}
