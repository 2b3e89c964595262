import type { Config } from "@react-router/dev/config";

/** All routes; the network is part of the path. */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  serverBuildFile: "pages.js",
} satisfies Config;
