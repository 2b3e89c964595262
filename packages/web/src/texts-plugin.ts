import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { moduleCatalogue, modulesOf, readTexts, type TextFolder, type Texts } from "@guichet/texts/text-files.ts";
import { typesFileOf, typesOf } from "@guichet/texts/text-types.ts";
import type { Plugin } from "vite";

const all = "virtual:texts";
const languageShape = /^\0virtual:texts\/(\w+)$/;
const partShape = /^\0virtual:texts\/(\w+)\/([\w-]+)$/;
const ownModuleShape = /^\0virtual:texts-of\/([\w-]+)$/;
const moduleShape = /\/apps\/\w+\/app\/([\w-]+)\/(?:[\w-]+\/)*[\w.-]+\.tsx?$/;
/** Import by which a module uses texts; a module without it waits for nothing. */
const wordsShape = /from "(?:\.\.\/)+(?:texts|shell)\/texts\.tsx"/;
const refusalsShape = /\/app\/texts\/refusal-texts\.ts$/;
const poShape = /^(\w+)\/([\w-]+)\.po$/;
const textsModule = join(import.meta.dirname, "catalogues.ts");

/**
 * Vite plugin for texts. `virtual:texts` loads them by language and module, each as a chunk; the list of a
 * language's chunks is a chunk too, as no page needs the lists of the others. In the browser, a component with texts
 * waits for its module's texts in the page's language only; the server has all of them. `texts.json` next to the client's files
 * names each chunk, so that a page can preload its texts (`index`: the list).
 */
export function texts(own: TextFolder): Plugin {
  let read: Texts | undefined;
  const current = () => {
    read ??= readTexts(own);
    return read;
  };
  return {
    name: "guichet-texts",
    enforce: "pre",
    buildStart() {
      read = readTexts(own);
      writeFileSync(typesFileOf(own), typesOf(read));
    },
    resolveId: (id) => (id.startsWith(all) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${all}`) return `export const catalogues = {${own.languages.map(loadsOf).join(",")}};`;
      const listed = own.languages.find((one) => one === languageShape.exec(id)?.[1]);
      if (listed !== undefined) return `export default {${modulesOf(current()).map(loadOf(listed)).join(",")}};`;
      const [, language, module] = partShape.exec(id) ?? [];
      const known = own.languages.find((one) => one === language);
      if (known && module) {
        const part = JSON.stringify(moduleCatalogue(current().catalogues[known], module));
        const code = `export default JSON.parse(${JSON.stringify(part)});`;
        const isInBrowser = this.environment.mode === "dev" && this.environment.name === "client";
        return isInBrowser ? `${code}\n${renewing(known)}` : code;
      }
      const ownModule = ownModuleShape.exec(id)?.[1];
      if (ownModule === undefined) return undefined;
      if (this.environment.name !== "client") return "export {};";
      return `import { needTexts } from ${JSON.stringify(textsModule)};\nawait needTexts(${JSON.stringify(ownModule)});`;
    },
    transform(code, id) {
      const file = id.split("?")[0] ?? "";
      const ownModule = wordsShape.test(code) ? moduleShape.exec(file)?.[1] : undefined;
      const module = refusalsShape.test(file) ? "refusals" : ownModule;
      if (module === undefined || module === "shell" || !modulesOf(current()).includes(module)) return undefined;
      return { code: `import "${all}-of/${module}";\n${code}`, map: null };
    },
    // During development, a changed text updates open pages and the server's next page.
    hotUpdate({ file }) {
      const [, language, module] = poShape.exec(relative(own.folder, file)) ?? [];
      if (language === undefined || module === undefined) return undefined;
      read = readTexts(own);
      writeFileSync(typesFileOf(own), typesOf(read));
      const changed = this.environment.moduleGraph.getModuleById(`\0${all}/${language}/${module}`);
      return changed === undefined ? [] : [changed];
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      const files: Record<string, Record<string, string>> = {};
      for (const chunk of Object.values(bundle)) {
        const facade = (chunk.type === "chunk" && chunk.facadeModuleId) || "";
        const [, language, module = "index"] = partShape.exec(facade) ?? languageShape.exec(facade) ?? [];
        if (language) files[language] = { ...files[language], [module]: `/${chunk.fileName}` };
      }
      this.emitFile({ type: "asset", fileName: "texts.json", source: JSON.stringify(files) });
    },
  };
}

const loadsOf = (language: string): string => `${language}: () => import("${all}/${language}")`;
const loadOf =
  (language: string) =>
  (module: string): string =>
    `"${module}": () => import("${all}/${language}/${module}")`;

/** Script that makes a page accept a changed text without a reload. */
const renewing = (language: string): string =>
  [
    `import { renewTexts } from ${JSON.stringify(textsModule)};`,
    `import.meta.hot?.accept((changed) => changed && renewTexts(${JSON.stringify(language)}, changed.default));`,
  ].join("\n");
