import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJournal } from "./journal.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("lines are replayed in order, also long ones and those added concurrently", async () => {
  const path = join(folder, "order");
  const lines = Array.from({ length: 500 }, (_, index) => `${index} ${"é".repeat((index * 97) % 9_000)}`);
  const journal = await openJournal(path, () => {});
  await Promise.all(lines.map((line) => journal.append(line)));
  await journal.close();
  const read: string[] = [];
  await (await openJournal(path, (line) => read.push(line))).close();
  expect(read).toEqual(lines);
});

test("a line added without waiting is stored with the next one, or on close", async () => {
  const path = join(folder, "noted");
  const journal = await openJournal(path, () => {});
  journal.note("first");
  await journal.settled();
  expect(await readFile(path, "utf8")).toBe("");
  await journal.append("second");
  expect(await readFile(path, "utf8")).toBe("first\nsecond\n");
  journal.note("third");
  await journal.close();
  expect(await readFile(path, "utf8")).toBe("first\nsecond\nthird\n");
});

test("an incomplete last line after a crash is removed, and the next one is complete", async () => {
  const path = join(folder, "torn");
  const journal = await openJournal(path, () => {});
  await journal.append("whole");
  await journal.close();
  await appendFile(path, '{"half":');
  const read: string[] = [];
  const again = await openJournal(path, (line) => read.push(line));
  await again.append("after");
  await again.close();
  expect(read).toEqual(["whole"]);
  expect(await readFile(path, "utf8")).toBe("whole\nafter\n");
});

test("a failed write is reported once, and all later appends fail", async () => {
  let reports = 0;
  const journal = await openJournal(
    join(folder, "refused"),
    () => {},
    () => {
      reports += 1;
    },
  );
  await journal.close();
  await expect(journal.append("one")).rejects.toThrow();
  await expect(journal.append("two")).rejects.toThrow();
  await expect(journal.settled()).rejects.toThrow();
  expect(reports).toBe(1);
});
