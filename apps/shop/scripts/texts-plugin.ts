import { writeFileSync } from "node:fs";
import { languages } from "@guichet/contract/languages.ts";
import type { Plugin } from "vite";
import { localesFolder, readTexts, type Texts, typesFile, typesOf } from "./texts.ts";

const prefix = "virtual:texts";
const resolved = `\0${prefix}`;

/**
 * Gives the build its texts: `virtual:texts` loads one language's catalogue, each a chunk of its own, and
 * `texts.json` beside the client's files names the chunk of each language, so that a page can ask for it early.
 */
export function texts(): Plugin {
  let read: Texts | undefined;
  return {
    name: "guichet-texts",
    buildStart() {
      read = readTexts();
      writeFileSync(typesFile, typesOf(read));
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === resolved) {
        const loads = languages.map((language) => `${language}: () => import("${prefix}/${language}")`);
        return `export const catalogues = { ${loads.join(", ")} };`;
      }
      const language = languages.find((known) => id === `${resolved}/${known}`);
      if (language === undefined) return undefined;
      read ??= readTexts();
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(read.catalogues[language]))});`;
    },
    configureServer(server) {
      server.watcher.add(localesFolder);
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      const files: Record<string, string> = {};
      for (const chunk of Object.values(bundle)) {
        const language = languages.find(
          (known) => chunk.type === "chunk" && chunk.facadeModuleId === `${resolved}/${known}`,
        );
        if (language) files[language] = `/${chunk.fileName}`;
      }
      this.emitFile({ type: "asset", fileName: "texts.json", source: JSON.stringify(files) });
    },
  };
}
