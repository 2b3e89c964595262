import { TextLink } from "@guichet/ui/link.tsx";
import { useNetwork } from "../shell/page-context.tsx";
import { foundCommands, permittedCommands } from "../shell/search/commands.ts";
import { useT } from "../shell/texts.tsx";

/** Links to the screens whose name has the words of the query; without a query, to all. */
export function MatchingCommands({ query }: { query: string }) {
  const t = useT();
  const network = useNetwork();
  const found = foundCommands(permittedCommands(t, network), query);
  if (found.length === 0) return null;
  return (
    <section>
      <h2>{t("shell.commands")}</h2>
      <ul className="command-list">
        {found.map(({ href, label }) => (
          <li key={href}>
            <TextLink href={href}>{label}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
