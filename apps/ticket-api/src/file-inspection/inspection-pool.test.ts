import { afterEach, expect, test } from "vitest";
import { pdfBombs } from "../testing/test-bombs.ts";
import { scan } from "../testing/test-documents.ts";
import { writtenPdf } from "../testing/test-pdfs.ts";
import { type FileInspector, type InspectionLimits, inspectionLimits, inspectionPool } from "./inspection-pool.ts";
import type { Wanted } from "./wanted.ts";

const anything: Wanted = { types: ["application/pdf", "image/jpeg", "image/png"], maxSide: 1_000 };
const bomb = pdfBombs["repetitions of repetitions"]?.() ?? Buffer.alloc(0);

const open: FileInspector[] = [];
const faults: string[] = [];
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
  expect(faults.splice(0)).toEqual([]);
});
function pool(limits: Partial<InspectionLimits> = {}): FileInspector {
  const made = inspectionPool((fault) => faults.push(fault), { ...inspectionLimits, totalMs: 60_000, ...limits });
  open.push(made);
  return made;
}
const codeOf = async (asked: ReturnType<FileInspector["inspect"]>) => {
  const outcome = await asked;
  return outcome.ok ? "taken" : outcome.code;
};

test.each([
  ["processor time", { processorMs: 1_500, memoryMb: 4_000 }],
  ["memory", { memoryMb: 160, processorMs: 60_000 }],
] as const)(
  "a file that exceeds its %s is refused, and the next has a fresh process",
  async (_, limits) => {
    const files = pool({ ...limits, processesMax: 1 });
    expect(await codeOf(files.inspect(bomb, anything, "stranger"))).toBe("FILE_TOO_COMPLEX");
    expect(await codeOf(files.inspect(writtenPdf(), anything, "other"))).toBe("taken");
  },
  60_000,
);

test("a timeout on a busy machine is not the file's fault: it may be sent again", async () => {
  const files = pool({ totalMs: 1, processesMax: 1 });
  const both = [files.inspect(writtenPdf(), anything, "a"), files.inspect(writtenPdf(), anything, "b")];
  expect(await Promise.all(both.map(codeOf))).toEqual(["FILE_CHECK_UNAVAILABLE", "FILE_CHECK_UNAVAILABLE"]);
});

// covers §5: an uploaded file delays nobody, whatever it unpacks to
test("one sender's files take one process; others pass them, and a limited number waits", async () => {
  const files = pool({ processesMax: 2, waitingOfSenderMax: 2, waitingMax: 3, processorMs: 3_000 });
  const answered: string[] = [];
  const send = (sender: string, name: string, file = writtenPdf()) =>
    codeOf(files.inspect(file, anything, sender)).then((code) => {
      answered.push(name);
      return code;
    });
  // A slow file delays its sender's other files, and nobody else's.
  const mine = [send("a", "slow", bomb), ...["second", "third", "too many"].map((name) => send("a", name))];
  const other = send("b", "other");
  expect(await Promise.all(mine)).toEqual(["FILE_TOO_COMPLEX", "taken", "taken", "FILE_CHECK_UNAVAILABLE"]);
  expect(await other).toBe("taken");
  expect(answered).toEqual(["too many", "other", "slow", "second", "third"]);
}, 60_000);

test("a process ends when idle for a while, or after its maximum number of files", async () => {
  const files = pool({ filesPerProcess: 2, idleMs: 1, processesMax: 1 });
  const outcomes = [];
  for (let sent = 0; sent < 5; sent += 1) outcomes.push(await codeOf(files.inspect(await scan(), anything, "a")));
  expect(outcomes).toEqual(Array.from({ length: 5 }, () => "taken"));
});

test("inspections in progress are refused when the pool closes, and none are accepted afterwards", async () => {
  const files = pool();
  const asked = codeOf(files.inspect(bomb, anything, "a"));
  await files.close();
  expect(await asked).toBe("FILE_CHECK_UNAVAILABLE");
  expect(await codeOf(files.inspect(writtenPdf(), anything, "a"))).toBe("FILE_CHECK_UNAVAILABLE");
});
