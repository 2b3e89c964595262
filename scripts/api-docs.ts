import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parameterTables } from "../apps/ticket-api/src/docs/parameter-tables.ts";
import { withStaffPermissionsTable } from "../apps/ticket-api/src/docs/staff-permissions-table.ts";

const docs = join(import.meta.dirname, "../docs");
await writeFile(join(docs, "api-calls.md"), parameterTables());
await writeFile(join(docs, "office.md"), withStaffPermissionsTable(await readFile(join(docs, "office.md"), "utf8")));
process.stdout.write("docs/api-calls.md and the permissions in docs/office.md are written.\n");
