import type { FastifyInstance } from "fastify";
import { createServer, type ViteDevServer } from "vite";
import { nonceSource } from "./content-policy.ts";
import type { PageSource } from "./page-source.ts";

const serverBuild = "virtual:react-router/server-build";

/**
 * Takes the pages of a part (`apps/<part>`) from Vite, which compiles what is asked for and sends changes to the browser
 * over the part's own port. For development only: nothing is packed, nothing is kept, and styles may be inline.
 */
export function developmentSource<Pages>(folder: string): PageSource<Pages> {
  let vite: ViteDevServer | undefined;
  return {
    mode: "development",
    async current() {
      if (vite === undefined) throw new Error("Assets are served before pages");
      return (await vite.ssrLoadModule(serverBuild)) as Pages;
    },
    timestamp: Date.now(),
    textFiles: {},
    inline: (nonce) => ({ scripts: [nonceSource(nonce)], styles: ["'unsafe-inline'"] }),
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
    // All dependencies are found at the start: one that is found later has open pages load anew.
    optimizeDeps: { entries: ["app/**/*.{ts,tsx}", "!**/*.test.*"] },
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  // Whatever Vite does not answer itself goes on to the pages.
  app.addHook("onRequest", (request, reply, next) => vite.middlewares(request.raw, reply.raw, next));
  // Open pages hold a connection each, for which the end would wait.
  app.addHook("preClose", () => vite.close());
  return vite;
}
