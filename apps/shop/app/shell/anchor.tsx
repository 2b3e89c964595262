import type { AnchorProps } from "@guichet/ui/link.tsx";
import { Link } from "react-router";
import { isFilePath } from "../paths.ts";
import { useFrame } from "./frame.tsx";

/**
 * Links of components: places of the shop go through the router, which adds the language prefix; its files are fetched
 * by the browser itself, in the page's language too; others are plain.
 */
export function Anchor({ href, ...rest }: AnchorProps) {
  const { prefix } = useFrame();
  if (isFilePath(href)) return <a href={prefix + href} {...rest} />;
  const inside = href.startsWith("/") && rest.hrefLang === undefined && rest.download === undefined;
  if (!inside) return <a href={href} {...rest} />;
  return <Link to={href} prefetch="intent" {...rest} />;
}
