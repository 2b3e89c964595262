import { cutFonts } from "@guichet/ui/subset-fonts.ts";
import { writeAllTextTypes } from "./building/text-types.ts";
import { watchPart } from "./dev/watched-part.ts";
import { runGuichet } from "./start/run-guichet.ts";

const help = `Starts Guichet for development, from its sources, without a build.

  npm run dev            everything in one go; Ctrl-C or SIGTERM stops it
  npm run dev -- --help  this text

Open pages of shop and office reload on each change. A server restarts when a file that it has loaded changes.
Settings come from the environment: see .env.example and docs/running.md.`;

if (process.argv.includes("--help")) console.log(help);
else await runGuichet({ kind: "development", prepare, keep: watchPart });

function prepare(): Promise<unknown> {
  return Promise.all([cutFonts(), writeAllTextTypes()]);
}
