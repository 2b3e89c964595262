import { readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { type Inline, nonceSources } from "./content-policy.ts";

/** Where a server takes its pages from: from a build, or during development from Vite. */
export interface PageSource<Pages> {
  mode: "production" | "development";
  /** The pages as they are now; the same object as long as nothing has changed. */
  current(): Pages | Promise<Pages>;
  /** When they were made, in milliseconds since the epoch. */
  timestamp: number;
  /** Files of texts by language and module, for pages to preload. */
  textFiles: Record<string, Record<string, string>>;
  /** The inline scripts and styles that a page with this nonce may run. */
  inline(nonce: string): Inline;
  /** Serves what pages load: scripts, styles, fonts. */
  serveAssets(app: FastifyInstance): Promise<void>;
}

/** The result of a build. */
export interface BuiltPages<Pages> {
  buildFolder: string;
  pages: Pages;
}

/** Takes pages from a build: they stay as they are, and browsers keep their assets. */
export function builtSource<Pages>({ buildFolder, pages }: BuiltPages<Pages>): PageSource<Pages> {
  return {
    mode: "production",
    current: () => pages,
    timestamp: Number(readFileSync(join(buildFolder, "timestamp"), "utf8")),
    textFiles: JSON.parse(readFileSync(join(buildFolder, "client/texts.json"), "utf8")),
    inline: nonceSources,
    async serveAssets(app) {
      await app.register(fastifyStatic, {
        root: join(buildFolder, "client/assets"),
        prefix: "/assets/",
        immutable: true,
        maxAge: "365d",
        preCompressed: true,
        index: false,
        decorateReply: false,
      });
    },
  };
}
