import type { FastifyInstance } from "fastify";
import { createServer, type ViteDevServer } from "vite";
import { nonceSource } from "./content-policy.ts";
import type { PageSource } from "./page-source.ts";

const serverBuild = "virtual:react-router/server-build";

/**
 * Serves the pages of an app (`apps/<part>`) from Vite, which compiles on request and sends changes to the browser over the
 * app's own port. For development only: nothing is compressed or cached, and inline styles are allowed.
 */
export function developmentSource<Pages>(folder: string): PageSource<Pages> {
  let vite: ViteDevServer | undefined;
  return {
    mode: "development",
    async current() {
      if (vite === undefined) throw new Error("Assets were requested before pages");
      return (await vite.ssrLoadModule(serverBuild)) as Pages;
    },
    timestamp: Date.now(),
    textFiles: {},
    inline: (nonce) => ({ scripts: [nonceSource(nonce)], styles: ["'unsafe-inline'"] }),
    styleSheet: () => undefined,
    async serveAssets(app) {
      vite = await serveByVite(app, folder);
    },
  };
}

async function serveByVite(app: FastifyInstance, folder: string): Promise<ViteDevServer> {
  const vite = await createServer({
    root: folder,
    configFile: `${folder}/vite.config.ts`,
    appType: "custom",
    // All dependencies are found at the start: one found later would reload open pages.
    optimizeDeps: { entries: ["app/**/*.{ts,tsx}", "!**/*.test.*"] },
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  // Requests that Vite does not handle continue to the pages.
  app.addHook("onRequest", (request, reply, next) => vite.middlewares(request.raw, reply.raw, next));
  // Open pages hold a connection each, which would delay the shutdown.
  app.addHook("preClose", () => vite.close());
  return vite;
}
