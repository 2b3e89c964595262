import path from "node:path";
import { describe, expect, it } from "vitest";
import { files, isCode, occurrences, read, sources } from "./tree.ts";

const longestFileLines = 400;
const deepestFolders = 5;
/** Files that must lie deeper because a tool wants them there. */
const deeper: readonly string[] = [];
const drawers = ["utils", "util", "helpers", "helper", "common", "shared", "misc", "lib"];
const emptyWords = [
  "manager",
  "service",
  "handle",
  "handler",
  "process",
  "data",
  "info",
  "helper",
  "helpers",
  "utils",
  "util",
  "misc",
];
/** Tools that ask for a default export. */
const defaultExports =
  /(\.config\.ts|\.setup\.ts|global-setup\.ts|\.screen\.tsx|\.redirect\.ts|\.action\.ts|root\.tsx|routes\.ts|entry\.(server|client)\.tsx|layout\.tsx|\.d\.ts)$/;

describe("files and folders", () => {
  it(`have at most ${longestFileLines} lines, what a test covers not counted`, () => {
    const long = files
      .filter((file) => isCode(file) || /\.(css|sql)$/.test(file))
      .filter((file) => linesOf(file) > longestFileLines);
    expect(long).toEqual([]);
  });

  it(`lie at most ${deepestFolders} folders deep`, () => {
    const deep = files.filter((file) => file.split("/").length - 1 > deepestFolders && !deeper.includes(file));
    expect(deep).toEqual([]);
  });

  it("have a name of the trade, in kebab-case", () => {
    const wrong = files.filter(isCode).filter((file) => {
      const [name = ""] = path.basename(file).split(".");
      const folders = path.dirname(file).split("/");
      if (folders.some((folder) => drawers.includes(folder)) || emptyWords.includes(name)) return true;
      return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
    });
    expect(wrong).toEqual([]);
  });

  it("are not drawers of re-exports", () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
    expect(occurrences(sources, /^export \* from /)).toEqual([]);
  });

  it("export by name, but where a framework asks for a default", () => {
    expect(
      occurrences(
        sources.filter((file) => !defaultExports.test(file)),
        /^export default /,
      ),
    ).toEqual([]);
  });

  it("speak neither of a machine's folders nor of what is left to do", () => {
    const words = /(^|[^\w.])\/(work|root)\/|\b(TODO|FIXME|XXX|HACK)\b|\b(lorem ipsum)\b/;
    const texts = files.filter((file) => /\.(ts|tsx|mjs|css|sql|md|po|json|yaml|sh)$|\.ci\/run$/.test(file));
    const own = ["package-lock.json", "tidy/shape.test.ts"];
    expect(
      occurrences(
        texts.filter((file) => !own.includes(file)),
        words,
      ),
    ).toEqual([]);
  });
});

/** How many lines a file has, without `// covers` comments. */
function linesOf(file: string): number {
  const lines = read(file).trimEnd().split("\n");
  return lines.filter((line) => !line.trimStart().startsWith("// covers ")).length;
}
