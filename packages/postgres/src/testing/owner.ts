import { createInterface } from "node:readline";
import { openPostgres } from "../open-postgres.ts";

// Separate process for tests: opens a folder, reports it, and closes it on request.
const [dataDir = "", role = "", patienceMs = "15000"] = process.argv.slice(2);
if (role !== "server" && role !== "command" && role !== "test") throw new Error(`unknown role: ${role}`);
try {
  const postgres = await openPostgres({ dataDir, role, patienceMs: Number(patienceMs) });
  console.log(`open ${postgres.owned ? "owned" : "shared"} ${postgres.url}`);
  for await (const line of createInterface({ input: process.stdin })) if (line === "close") break;
  await postgres.close();
  console.log("closed");
  process.exit(0);
} catch (failure) {
  console.log(`refused ${failure instanceof Error ? `${failure.name}: ${failure.message}` : failure}`);
  process.exit(1);
}
