import path from "node:path";
import { describe, expect, it } from "vitest";
import { files, isCode, occurrences, read, sources } from "./tree.ts";

const fileLinesMax = 400;
const folderDepthMax = 5;
/** Files that must be nested deeper because a tool requires it. */
const deeper: readonly string[] = [];
const catchAllNames = ["utils", "util", "helpers", "helper", "common", "shared", "misc", "lib"];
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
/** Files for which a tool requires a default export. */
const defaultExports =
  /(\.config\.ts|\.setup\.ts|global-setup\.ts|\.screen\.tsx|\.redirect\.ts|\.action\.ts|root\.tsx|routes\.ts|entry\.(server|client)\.tsx|layout\.tsx|\.d\.ts)$/;

describe("files and folders", () => {
  it(`have at most ${fileLinesMax} lines, comments about coverage not counted`, () => {
    const long = files
      .filter((file) => isCode(file) || /\.(css|sql)$/.test(file))
      .filter((file) => linesOf(file) > fileLinesMax);
    expect(long).toEqual([]);
  });

  it(`are at most ${folderDepthMax} folders deep`, () => {
    const deep = files.filter((file) => file.split("/").length - 1 > folderDepthMax && !deeper.includes(file));
    expect(deep).toEqual([]);
  });

  it("have a standard name, in kebab-case", () => {
    const wrong = files.filter(isCode).filter((file) => {
      const [name = ""] = path.basename(file).split(".");
      const folders = path.dirname(file).split("/");
      if (folders.some((folder) => catchAllNames.includes(folder)) || emptyWords.includes(name)) return true;
      return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
    });
    expect(wrong).toEqual([]);
  });

  it("re-export nothing", () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
    expect(occurrences(sources, /^export \* from /)).toEqual([]);
  });

  it("export by name, except where a framework requires a default", () => {
    expect(
      occurrences(
        sources.filter((file) => !defaultExports.test(file)),
        /^export default /,
      ),
    ).toEqual([]);
  });

  it("mention neither a machine's folders nor open tasks", () => {
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

/** The number of lines of a file, without `// covers` comments. */
function linesOf(file: string): number {
  const lines = read(file).trimEnd().split("\n");
  return lines.filter((line) => !line.trimStart().startsWith("// covers ")).length;
}
