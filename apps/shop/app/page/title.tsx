import { useOptionalPageContext } from "./page-context.tsx";

/** Document title of a screen: its name, then the shop's. `faulty`: the form has errors (WCAG). */
export function Title({ children, faulty }: { children: string; faulty?: string | undefined }) {
  const page = useOptionalPageContext();
  const place = faulty === undefined ? children : `${faulty} ${children}`;
  return <title>{page ? `${place} · ${page.network.name}` : place}</title>;
}
