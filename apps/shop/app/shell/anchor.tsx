import type { AnchorProps } from "@guichet/ui/link.tsx";
import { Link } from "react-router";

/** Links of components: places of the shop go through the router, which adds the language prefix; others are plain. */
export function Anchor({ href, ...rest }: AnchorProps) {
  const inside = href.startsWith("/") && rest.hrefLang === undefined && rest.download === undefined;
  if (!inside) return <a href={href} {...rest} />;
  return <Link to={href} prefetch="intent" {...rest} />;
}
