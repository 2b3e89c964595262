import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parameterTables } from "../apps/ticket-api/src/docs/parameter-tables.ts";

await writeFile(join(import.meta.dirname, "../docs/api-calls.md"), parameterTables());
process.stdout.write("docs/api-calls.md is written.\n");
