import { earlyInputScript } from "@guichet/web/early-input.ts";
import { themeScript } from "@guichet/web/theme.ts";
import { filledCartScript } from "../cart/filled-cart.ts";
import { dismissedAlertsScript } from "../maintenance/dismissed-alerts.ts";

/** What runs in the head before the first paint; the browser's own scripts do without it. */
export const headScript = `${earlyInputScript};${themeScript};${filledCartScript};${dismissedAlertsScript}`;
