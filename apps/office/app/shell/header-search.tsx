import { searchQueryMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { SearchIcon } from "@guichet/ui/icons.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import { useEffect } from "react";
import { Form, useLocation } from "react-router";
import { href } from "../paths.ts";
import { Key } from "./keys.tsx";
import { useNetwork, usePageContext } from "./page-context.tsx";
import { useT } from "./texts.tsx";

const fieldId = "office-search";
const linkId = "office-search-page";

/** The search box in the header; where there is no room for it, a link to the page with the box. */
export function HeaderSearch() {
  const t = useT();
  const network = useNetwork();
  const { pathname } = useLocation();
  const to = href("search", { network: network.id });
  useSearchShortcut();
  if (pathname === to) return null;
  return (
    <>
      <Form role="search" action={to} className="head-search">
        <label htmlFor={fieldId}>
          <VisuallyHidden>{t("shell.search.query")}</VisuallyHidden>
        </label>
        <SearchIcon size="s" />
        <input
          id={fieldId}
          className="input"
          name="q"
          type="search"
          placeholder={t("shell.search.placeholder")}
          autoComplete="off"
          required
          maxLength={searchQueryMaxLength}
        />
        <Key>/</Key>
      </Form>
      <ToolLink id={linkId} href={to} icon={<SearchIcon size="s" />} aria-label={t("shell.search.query")} />
    </>
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
