import { searchQueryMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { useSuggestions } from "@guichet/ui/forms/suggestions.tsx";
import { SearchIcon } from "@guichet/ui/icons.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { useEffect, useMemo, useState } from "react";
import { Form, useLocation, useNavigate } from "react-router";
import { href } from "../../paths.ts";
import { Key } from "../keys.tsx";
import { useNetwork, usePageContext } from "../page-context.tsx";
import { useT } from "../texts.tsx";
import { foundCommands, permittedCommands } from "./commands.ts";

const fieldId = "office-search";
const linkId = "office-search-page";

/** The search box in the header, which also opens screens by their name; where there is no space for it, a link to the page with the box. */
export function HeaderSearch() {
  const t = useT();
  const network = useNetwork();
  const { pathname, key } = useLocation();
  const to = href("search", { network: network.id });
  useSearchShortcut();
  if (pathname === to) return null;
  return (
    <>
      <SearchForm key={key} action={to} />
      <ToolLink id={linkId} href={to} icon={<SearchIcon size="s" />} aria-label={t("shell.search.query")} />
    </>
  );
}

/** Enter searches what was typed; arrow keys choose a screen that has the typed words in its name, and Enter opens it. */
function SearchForm({ action }: { action: string }) {
  const t = useT();
  const network = useNetwork();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const options = useMemo(
    () => foundCommands(permittedCommands(t, network), typed).map((one) => ({ value: one.href, label: one.label })),
    [t, network, typed],
  );
  const commands = useSuggestions({
    label: t("shell.commands"),
    options,
    chosen: undefined,
    choose: (option) => option && navigate(option.value),
  });
  return (
    <Form role="search" action={action} className="head-search combobox" onSubmit={commands.close}>
      <label htmlFor={fieldId}>
        <VisuallyHidden>{t("shell.search.query")}</VisuallyHidden>
      </label>
      <SearchIcon size="s" />
      <input
        id={fieldId}
        className="input"
        name="q"
        type="search"
        {...commands.field}
        placeholder={t("shell.search.placeholder")}
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={searchQueryMaxLength}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          commands.type();
        }}
        onBlur={commands.close}
      />
      <Key>/</Key>
      {commands.list}
      <LiveRegion>
        {commands.open && typed.trim() !== "" && t("shell.commands.found", { count: options.length })}
      </LiveRegion>
    </Form>
  );
}

/** Ctrl+K from anywhere, and `/` outside fields on screens that do not use it themselves. */
function useSearchShortcut(): void {
  const { keys } = usePageContext();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCombined = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = keys && event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.defaultPrevented || !(isCombined || (isSlash && !isInField(event.target)))) return;
      event.preventDefault();
      const field = document.getElementById(fieldId) ?? document.getElementById("q");
      if (field !== null && field.offsetParent !== null) field.focus();
      else document.getElementById(linkId)?.click();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [keys]);
}

const isInField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
