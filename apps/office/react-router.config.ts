import type { Config } from "@react-router/dev/config";

/** One map of routes; the network stands in the address. */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  serverBuildFile: "pages.js",
} satisfies Config;
