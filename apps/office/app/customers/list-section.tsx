import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Children, type ReactNode } from "react";
import { useLocation } from "react-router";
import { nextPage } from "../shell/next-page.ts";
import { useT } from "../shell/texts.tsx";

interface ListSectionProps {
  /** The name of the list in the address: its next page replaces the rows. */
  id: string;
  title: string;
  /** The cursor of the next page. */
  next?: string | undefined;
  children: ReactNode[];
}

/** A list of a customer's page: rows with a link to the next ones, or a note that there are none. */
export function ListSection({ id, title, next, children }: ListSectionProps) {
  const t = useT();
  const { search } = useLocation();
  const query = nextPage(new URLSearchParams(search), id, next);
  return (
    <section id={id}>
      <h2>{title}</h2>
      {children.length === 0 ? <p className="soft">{t("customers.empty")}</p> : <ul className="results">{children}</ul>}
      {next !== undefined && (
        <LinkButton href={`?${query}#${id}`} aria-label={t("customers.more-of", { list: title })}>
          {t("customers.more")}
        </LinkButton>
      )}
    </section>
  );
}

/** What distinguishes a row from others of its list. */
export function Particulars({ of }: { of: readonly (ReactNode | null)[] }) {
  return (
    <span className="result-facts">
      {Children.map(of, (fact) => (fact === null || fact === "" ? null : <bdi>{fact}</bdi>))}
    </span>
  );
}
