import { buildOutdated } from "./building/build.ts";
import { writeAllTextTypes } from "./building/text-types.ts";
import { StartRefused } from "./start/config.ts";

const help = `Builds the shop's pages, styles, texts and fonts.

  npm run build           builds when the sources have changed since the last build
  npm run build -- --help this text`;

if (process.argv.includes("--help")) console.log(help);
else await build();

async function build(): Promise<void> {
  try {
    await writeAllTextTypes();
    const built = await buildOutdated((line) => console.log(line));
    console.log(built ? "Built." : "Up to date.");
  } catch (failure) {
    if (!(failure instanceof StartRefused)) throw failure;
    console.error(failure.message);
    process.exitCode = 1;
  }
}
