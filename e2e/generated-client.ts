import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { plainEnvironment } from "./installation.ts";
import { payAtSandbox } from "./sandbox.ts";
import { paymentCards } from "./shopper.ts";

const root = path.join(import.meta.dirname, "..");
const example = path.join(root, "docs/examples/typescript-client");
/** The generator and the compiler, from this folder's packages. */
const programOf = (name: string, file: string) =>
  path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
const strict = [
  ...["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noImplicitReturns"],
  ...["--target", "es2024", "--module", "nodenext", "--allowImportingTsExtensions", "--erasableSyntaxOnly"],
  ...["--types", "node"],
];

export interface GeneratedClient {
  /** Rejects with the compiler's output. */
  compile(): Promise<void>;
  /** Runs the example with these settings, pays at its payment page, and returns the ticket's code. */
  buy(settings: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

/** The documentation's example in its own folder, with types generated from the description that `api` serves. */
export async function generatedClient(api: string): Promise<GeneratedClient> {
  const folder = await mkdtemp(path.join(tmpdir(), "guichet-client-"));
  await cp(example, folder, { recursive: true });
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const run = (program: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [program, ...words], { cwd: folder }).catch((failure) => {
      throw new Error(`${failure.stdout}${failure.stderr}`);
    });
  await run(programOf("openapi-typescript", "bin/cli.js"), `${api}/openapi.json`, "-o", "guichet-api.ts");
  return {
    compile: async () => {
      await run(programOf("typescript", "bin/tsc"), ...strict, "purchase.ts");
    },
    buy: async (settings) => {
      const child = spawn(process.execPath, ["purchase.ts"], {
        cwd: folder,
        env: { ...plainEnvironment(), ...settings },
        stdio: ["pipe", "pipe", "inherit"],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const nextLine = async (): Promise<string> => {
        const { value, done } = await lines.next();
        if (done) throw new Error("example ended early");
        return value;
      };
      await payAtSandbox(await nextLine(), paymentCards.accepted);
      const exit = once(child, "exit");
      child.stdin.write("paid\n");
      const code = await nextLine();
      await exit;
      return code;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
