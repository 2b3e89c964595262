import { searchQueryMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { SearchGroup, SearchResult } from "@guichet/contract/office/search.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { SearchBox } from "../shell/search/search-box.tsx";
import { useT } from "../shell/texts.tsx";
import { MatchingCommands } from "./matching-commands.tsx";
import { screenOf, stateText } from "./result-words.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = (ctx.url.searchParams.get("q") ?? "").trim();
  if (query === "") return { query, groups: null, isRefused: false };
  const outcome = await ctx.call("searchOffice", { q: query }, network.id);
  if (!outcome.ok) {
    if (outcome.code === "FIELD_INVALID")
      return { query: query.slice(0, searchQueryMaxLength), groups: null, isRefused: true };
    throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 500 });
  }
  const { groups, isExact } = outcome.value;
  const [only] = groups.flatMap(({ results }) => results);
  if (isExact && only !== undefined) return redirect(href(screenOf(only), { network: network.id, id: only.id }));
  return { query, groups, isRefused: false };
}

/** The results of the search of the office, by kind; a unique number opens directly. */
export default function Search() {
  const t = useT();
  const { query, groups, isRefused } = useLoaderData<typeof loader>();
  const count = groups?.reduce((sum, { results }) => sum + results.length, 0) ?? 0;
  useKeys({ "/": "q" });
  return (
    <OfficePage title={t("search.title")} refused={isRefused ? t("search.refused") : undefined}>
      <SearchBox of="search" query={query} hint={t("search.text")} isFocused={groups === null} />
      <MatchingCommands query={query} />
      {groups && (
        <p role="status" className="soft">
          {t("search.found", { count })}
        </p>
      )}
      {groups?.length === 0 && <Notice>{t("search.none")}</Notice>}
      {groups?.map((group) => (
        <Group key={group.kind} group={group} />
      ))}
    </OfficePage>
  );
}

function Group({ group: { kind, results, hasMore } }: { group: SearchGroup }) {
  const t = useT();
  return (
    <section>
      <h2>{t(`search.kind.${kind}`)}</h2>
      <ul className="results">
        {results.map((result) => (
          <li key={`${result.screen} ${result.id} ${result.number}`}>
            <Result kind={kind} result={result} />
          </li>
        ))}
      </ul>
      {hasMore && <p className="fine soft">{t("search.more", { count: results.length })}</p>}
    </section>
  );
}

function Result({ kind, result }: { kind: SearchGroup["kind"]; result: SearchResult }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { number, name, email, state, at, total } = result;
  const isPerson = kind === "customer" || kind === "traveller";
  const title = (isPerson ? name : number) ?? email ?? number ?? t("search.unnamed");
  const facts = [
    isPerson ? number : name,
    title === email ? null : email,
    state === null ? null : stateText(t, kind, state),
    at === null ? null : formats.shortInstant(at),
    total === null ? null : formats.money(total),
  ].filter((fact) => fact !== null);
  return (
    <>
      <TextLink href={href(screenOf(result), { network: network.id, id: result.id })}>
        <bdi>{title}</bdi>
      </TextLink>
      <span className="result-facts">
        {facts.map((fact) => (
          <bdi key={fact}>{fact}</bdi>
        ))}
      </span>
    </>
  );
}
