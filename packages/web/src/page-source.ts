import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { type Inline, nonceSources } from "./content-policy.ts";

/** Source of a server's pages: a build, or Vite during development. */
export interface PageSource<Pages> {
  mode: "production" | "development";
  /** The current pages; the same object until something changes. */
  current(): Pages | Promise<Pages>;
  /** Build time in milliseconds since the epoch. */
  timestamp: number;
  /** Text files by language and module, for preloading. */
  textFiles: Record<string, Record<string, string>>;
  /** The inline scripts and styles allowed in a page with this nonce. */
  inline(nonce: string): Inline;
  /** The content of a style sheet of these pages by its URL; undefined for others, and during development. */
  styleSheet(url: string): string | undefined;
  /** Serves the assets of pages: scripts, styles, fonts. */
  serveAssets(app: FastifyInstance): Promise<void>;
}

/** Pages from a build. */
export interface BuiltPages<Pages> {
  buildFolder: string;
  pages: Pages;
}

/** Serves pages from a build: they do not change, and browsers cache their assets. */
export function builtSource<Pages>({ buildFolder, pages }: BuiltPages<Pages>): PageSource<Pages> {
  const assets = join(buildFolder, "client/assets");
  const styleSheets = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith(".css"))
      .map((name) => [`/assets/${name}`, readFileSync(join(assets, name), "utf8")]),
  );
  return {
    mode: "production",
    current: () => pages,
    timestamp: Number(readFileSync(join(buildFolder, "timestamp"), "utf8")),
    textFiles: JSON.parse(readFileSync(join(buildFolder, "client/texts.json"), "utf8")),
    inline: nonceSources,
    styleSheet: (url) => styleSheets.get(url),
    async serveAssets(app) {
      await app.register(fastifyStatic, {
        root: assets,
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
