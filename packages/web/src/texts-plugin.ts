import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { moduleCatalogue, modulesOf, readTexts, type TextFolder, type Texts } from "@guichet/texts/text-files.ts";
import { typesFileOf, typesOf } from "@guichet/texts/text-types.ts";
import type { Plugin } from "vite";

const all = "virtual:texts";
const partShape = /^\0virtual:texts\/(\w+)\/([\w-]+)$/;
const ofRoomShape = /^\0virtual:texts-of\/([\w-]+)$/;
const roomShape = /\/apps\/\w+\/app\/([\w-]+)\/(?:[\w-]+\/)*[\w.-]+\.tsx?$/;
/** What words nothing by itself waits for nothing. */
const wordsShape = /from "(?:\.\.\/)+(?:texts|shell)\/texts\.tsx"/;
const refusalsShape = /\/app\/texts\/refusal-texts\.ts$/;
const poShape = /^(\w+)\/([\w-]+)\.po$/;
const textsModule = join(import.meta.dirname, "catalogues.ts");

/**
 * Gives the build its texts. `virtual:texts` loads them by language and room, each a chunk of its own. In the browser
 * whatever words something waits for its room's texts in the page's language, and for no others; the server has all.
 * `texts.json` beside the client's files names each chunk, so that a page can ask for its texts early.
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
      const [, language, room] = partShape.exec(id) ?? [];
      const known = own.languages.find((one) => one === language);
      if (known && room) {
        const part = JSON.stringify(moduleCatalogue(current().catalogues[known], room));
        const code = `export default JSON.parse(${JSON.stringify(part)});`;
        const isInBrowser = this.environment.mode === "dev" && this.environment.name === "client";
        return isInBrowser ? `${code}\n${renewing(known)}` : code;
      }
      const ofRoom = ofRoomShape.exec(id)?.[1];
      if (ofRoom === undefined) return undefined;
      if (this.environment.name !== "client") return "export {};";
      return `import { needTexts } from ${JSON.stringify(textsModule)};\nawait needTexts(${JSON.stringify(ofRoom)});`;
    },
    transform(code, id) {
      const file = id.split("?")[0] ?? "";
      const ofRoom = wordsShape.test(code) ? roomShape.exec(file)?.[1] : undefined;
      const room = refusalsShape.test(file) ? "refusals" : ofRoom;
      if (room === undefined || room === "shell" || !modulesOf(current()).includes(room)) return undefined;
      return { code: `import "${all}-of/${room}";\n${code}`, map: null };
    },
    // During development: a text that changes reaches open pages, and the server's next page.
    hotUpdate({ file }) {
      const [, language, room] = poShape.exec(relative(own.folder, file)) ?? [];
      if (language === undefined || room === undefined) return undefined;
      read = readTexts(own);
      writeFileSync(typesFileOf(own), typesOf(read));
      const changed = this.environment.moduleGraph.getModuleById(`\0${all}/${language}/${room}`);
      return changed === undefined ? [] : [changed];
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      const files: Record<string, Record<string, string>> = {};
      for (const chunk of Object.values(bundle)) {
        const [, language, room] = (chunk.type === "chunk" && partShape.exec(chunk.facadeModuleId ?? "")) || [];
        if (language && room) files[language] = { ...files[language], [room]: `/${chunk.fileName}` };
      }
      this.emitFile({ type: "asset", fileName: "texts.json", source: JSON.stringify(files) });
    },
  };

  function loadsOf(language: string): string {
    const loads = modulesOf(current()).map((room) => `"${room}": () => import("${all}/${language}/${room}")`);
    return `${language}: {${loads.join(",")}}`;
  }
}

/** What has the page take a changed text without loading anew. */
const renewing = (language: string): string =>
  [
    `import { renewTexts } from ${JSON.stringify(textsModule)};`,
    `import.meta.hot?.accept((changed) => changed && renewTexts(${JSON.stringify(language)}, changed.default));`,
  ].join("\n");
