import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { notBuilt } from "./not-built.ts";
import { paths, type RouteName } from "./paths.ts";
import { screens } from "./screens.ts";

/** Places outside the header, the tab bar and the footer (§2 "Page layouts"). */
const emptyLayout: readonly RouteName[] = ["fcAddDocument", "maintenance", "clear"];

const place = (name: RouteName): RouteConfigEntry =>
  route(paths[name], notBuilt.includes(name) ? "shell/not-built.screen.tsx" : screens[name], { id: name });

const names = Object.keys(screens) as RouteName[];
const routes: RouteConfig = [
  layout(
    "shell/default-layout.tsx",
    names
      .filter((name) => !emptyLayout.includes(name))
      .map(place)
      .concat(route("*", "shell/not-found.screen.tsx")),
  ),
  layout("shell/empty-layout.tsx", emptyLayout.map(place)),
  route("/theme", "shell/theme.action.ts"),
];

export default routes;
