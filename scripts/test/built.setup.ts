import { buildOutdated } from "../building/build.ts";

/** Builds outdated pages before the first test. */
export default async function setup(): Promise<void> {
  await buildOutdated((line) => console.log(line));
}
