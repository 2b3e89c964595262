import type { ThemeChoice } from "./frame.tsx";

/**
 * Head script that applies the theme before the first paint. Strict cookies are not sent with a request from another site, so the
 * page then sets the theme itself.
 */
export const themeScript =
  "(function(){var m=/(?:^|; )theme=(light|dark|system)/.exec(document.cookie);if(m){" +
  "if(m[1]==='system')delete document.documentElement.dataset.theme;else document.documentElement.dataset.theme=m[1]}})()";

/** Applies a theme immediately, before the server has stored it. */
export function showTheme(theme: ThemeChoice): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

export const themes = ["light", "dark", "system"] as const satisfies readonly ThemeChoice[];
