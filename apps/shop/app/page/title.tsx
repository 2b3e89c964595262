import { useOptionalPageContext } from "./page-context.tsx";

/** The title of a screen in the browser's tab: what it is, then whose shop. `faulty`: the form has errors (WCAG). */
export function Title({ children, faulty }: { children: string; faulty?: string | undefined }) {
  const page = useOptionalPageContext();
  const place = faulty === undefined ? children : `${faulty} ${children}`;
  return <title>{page ? `${place} · ${page.network.name}` : place}</title>;
}
