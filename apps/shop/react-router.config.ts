import type { Config } from "@react-router/dev/config";

/** One map of routes; the language prefix is the router's basename, set by the server for each request. */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  serverBuildFile: "pages.js",
} satisfies Config;
