// Plain JavaScript, so that an old Node can read it and print the error.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const oldest = 24;
const scripts = path.dirname(fileURLToPath(import.meta.url));
const [name] = process.argv.splice(2, 1);

if (!existsSync(path.join(scripts, "../node_modules"))) {
  refuse("Nothing is installed yet: run `npm ci` first.");
}
if (Number(process.versions.node.split(".")[0]) < oldest) {
  refuse(
    `Guichet runs on Node ${oldest}, this is ${process.versions.node}. On Linux (x64, arm64) \`npm ci\` brings it along: run it without --omit=optional. Elsewhere install Node ${oldest}.`,
  );
}
// Tests have settings of their own, and do not need those of an installation.
if (!["test", "check", "texts"].includes(name))
  await import(pathToFileURL(path.join(scripts, "env-file-config.ts")).href);
process.argv[1] = path.join(scripts, `${name}.ts`);
await import(pathToFileURL(process.argv[1]).href);

function refuse(line) {
  console.error(line);
  process.exit(1);
}
