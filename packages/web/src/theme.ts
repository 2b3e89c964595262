import type { ThemeChoice } from "./frame.tsx";

/**
 * Strict cookies do not come with a request that another site began: the page then takes the theme itself, before its
 * first paint. Runs in the head.
 */
export const themeScript =
  "(function(){var m=/(?:^|; )theme=(light|dark|system)/.exec(document.cookie);if(m){" +
  "if(m[1]==='system')delete document.documentElement.dataset.theme;else document.documentElement.dataset.theme=m[1]}})()";

/** Shows a theme at once, before the server has noted it. */
export function showTheme(theme: ThemeChoice): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

export const themes = ["light", "dark", "system"] as const satisfies readonly ThemeChoice[];
