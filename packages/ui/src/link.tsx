import { type ComponentType, createContext, type ReactNode, type Ref, use } from "react";

export type AnchorProps = {
  href: string;
  children?: ReactNode;
  className?: string | undefined;
  id?: string | undefined;
  lang?: string | undefined;
  hrefLang?: string | undefined;
  rel?: string | undefined;
  target?: string | undefined;
  download?: boolean | string | undefined;
  "aria-current"?: "page" | "step" | "true" | undefined;
  "aria-label"?: string | undefined;
  "aria-describedby"?: string | undefined;
  [state: `data-${string}`]: string | undefined;
  ref?: Ref<HTMLAnchorElement>;
};

function PlainAnchor(props: AnchorProps) {
  return <a {...props} />;
}

const Anchor = createContext<ComponentType<AnchorProps>>(PlainAnchor);

/** Sets the link component of an application's router; without it links are plain anchors. */
export function LinkProvider({ anchor, children }: { anchor: ComponentType<AnchorProps>; children: ReactNode }) {
  return <Anchor value={anchor}>{children}</Anchor>;
}

/** A link of the application, inside or outside a sentence. */
export function TextLink(props: AnchorProps) {
  const Element = use(Anchor);
  return <Element {...props} />;
}
