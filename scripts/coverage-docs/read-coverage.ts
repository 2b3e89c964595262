import { files, read } from "../../tidy/tree.ts";
import { sections } from "./coverage-page.ts";
import { type CoversComments, readCoversComments } from "./covers-comments.ts";

/** Reads the `// covers` comments of all tests. */
export function readCoverage(): CoversComments {
  const found = files
    .filter((file) => /\.(test|journey)\.tsx?$/.test(file))
    .map((file) => readCoversComments(file, read(file)));
  const coverages = found.flatMap((one) => one.coverages);
  const lost = coverages.filter(({ section }) => !sections.has(section));
  return {
    coverages,
    faults: [
      ...found.flatMap((one) => one.faults),
      ...lost.map(({ file, section, row }) => `${file}: the specification has no ${section} (${row})`),
    ],
  };
}
