import type { RouteName } from "./paths.ts";

/** Places of the map whose screen is still to come; each shows the one designed page that says so. This list ends empty. */
export const notBuilt: readonly RouteName[] = [];
