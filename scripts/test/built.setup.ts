import { buildOutdated } from "../building/build.ts";

/** What is tested is what is there: pages that are older than their sources are built before the first test. */
export default async function setup(): Promise<void> {
  await buildOutdated((line) => console.log(line));
}
