import { err, type Result } from "@guichet/contract/result.ts";
import { type FileRefusal, fileRefusals, uploadTypes } from "@guichet/contract/uploads.ts";
import { z } from "zod";
import { type ConfinedProcess, confinedProcess, type Ending } from "./confined-process.ts";
import type { Frame } from "./frames.ts";
import type { Inspected } from "./inspect-file.ts";
import type { Wanted } from "./wanted.ts";

/** Inspects untrusted files in separate processes. */
export interface FileInspector {
  /**
   * Inspects a file of a sender. Refuses as `inspectFile` does, with `FILE_TOO_COMPLEX` if the file exceeds its limits, and with
   * `FILE_CHECK_UNAVAILABLE` if too many files wait, the inspection took too long on a busy machine, or the process does not start.
   */
  inspect(bytes: Buffer, wanted: Wanted, sender: string): Promise<Result<Inspected, FileRefusal>>;
  close(): Promise<void>;
}

export interface InspectionLimits {
  /** How many files are inspected concurrently, each in its own process; one per sender. */
  processesMax: number;
  /** How many files may wait, in total and per sender. */
  waitingMax: number;
  waitingOfSenderMax: number;
  /** Maximum time from upload to result, including the wait: the shop waits 15 s. */
  totalMs: number;
  /** CPU time per file: the largest legitimate photo takes about two seconds. */
  processorMs: number;
  /** Memory of the process: the largest legitimate photo, unpacked twice, and the program. */
  memoryMb: number;
  /** The process ends after this many files, or this long without one. */
  filesPerProcess: number;
  idleMs: number;
}

export const inspectionLimits: InspectionLimits = {
  processesMax: 2,
  waitingMax: 16,
  waitingOfSenderMax: 4,
  totalMs: 13_000,
  processorMs: 6_000,
  memoryMb: 640,
  filesPerProcess: 50,
  idleMs: 30_000,
};

interface Job {
  bytes: Buffer;
  wanted: Wanted;
  sender: string;
  answer(outcome: Result<Inspected, FileRefusal>): void;
  process?: ConfinedProcess;
}

/** Starts and supervises the processes that inspect files (decision 092). */
export function inspectionPool(
  report: (fault: string) => void,
  limits: InspectionLimits = inspectionLimits,
): FileInspector {
  const waiting: Job[] = [];
  const running = new Set<Job>();
  const idle: ConfinedProcess[] = [];
  const all = new Set<ConfinedProcess>();
  let closed = false;

  const next = () => {
    while (!closed && running.size < limits.processesMax) {
      const index = waiting.findIndex(({ sender }) => [...running].every((job) => job.sender !== sender));
      const [job] = index < 0 ? [] : waiting.splice(index, 1);
      if (job === undefined) return;
      running.add(job);
      void run(job).then((outcome) => {
        running.delete(job);
        job.answer(outcome);
        next();
      });
    }
  };

  const freeProcess = (): ConfinedProcess => {
    for (let reused = idle.pop(); reused !== undefined; reused = idle.pop()) if (reused.isGood()) return reused;
    const started = confinedProcess(limits);
    all.add(started);
    void started.over.then(() => {
      all.delete(started);
      if (idle.includes(started)) idle.splice(idle.indexOf(started), 1);
    });
    return started;
  };

  const run = async (job: Job): Promise<Result<Inspected, FileRefusal>> => {
    const process = freeProcess();
    job.process = process;
    const ended = await process.ask({ head: job.wanted, body: job.bytes });
    if (typeof ended === "string") {
      if (ended === "not started") report("file inspection process does not start");
      return refusalOf(ended);
    }
    const outcome = inspectedIn(ended, job.wanted);
    if (outcome === undefined) {
      process.end("broken");
      return err("FILE_TOO_COMPLEX");
    }
    if (closed || process.asked >= limits.filesPerProcess || !process.isGood()) process.end("done");
    else {
      idle.push(process);
      process.endWhenIdle(limits.idleMs);
    }
    return outcome;
  };

  const expire = (job: Job) => {
    const index = waiting.indexOf(job);
    if (index >= 0) {
      waiting.splice(index, 1);
      job.answer(err("FILE_CHECK_UNAVAILABLE"));
    } else job.process?.end("late");
  };

  return {
    inspect: (bytes, wanted, sender) => {
      const ofSender = waiting.filter((job) => job.sender === sender).length;
      if (closed || waiting.length >= limits.waitingMax || ofSender >= limits.waitingOfSenderMax)
        return Promise.resolve(err("FILE_CHECK_UNAVAILABLE"));
      return new Promise((resolve) => {
        const job: Job = {
          bytes,
          wanted,
          sender,
          answer: (outcome) => {
            clearTimeout(timer);
            resolve(outcome);
          },
        };
        const timer = setTimeout(expire, limits.totalMs, job);
        waiting.push(job);
        next();
      });
    },
    close: async () => {
      closed = true;
      for (const job of waiting.splice(0)) job.answer(err("FILE_CHECK_UNAVAILABLE"));
      for (const process of all) process.end("late");
      await Promise.all([...all].map(({ over }) => over));
    },
  };
}

/** The refusal of a file whose process ended before it responded. */
const refusalOf = (ending: Ending): Result<never, FileRefusal> =>
  err(ending === "late" || ending === "not started" ? "FILE_CHECK_UNAVAILABLE" : "FILE_TOO_COMPLEX");

const Details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]));
const Reply = z.union([
  z.object({ ok: z.literal(false), code: z.enum(fileRefusals), details: Details.optional() }),
  z.object({
    ok: z.literal(true),
    value: z.object({
      contentType: z.enum(uploadTypes),
      size: z.object({ width: z.int().positive(), height: z.int().positive() }).optional(),
    }),
  }),
]);

/** Parses the output of the process, which is untrusted; undefined: it is malformed. */
function inspectedIn({ head, body }: Frame, wanted: Wanted): Result<Inspected, FileRefusal> | undefined {
  const read = Reply.safeParse(head);
  if (!read.success) return undefined;
  if (!read.data.ok) return err(read.data.code, read.data.details);
  const { contentType, size } = read.data.value;
  if (!wanted.types.includes(contentType)) return undefined;
  if (contentType === "application/pdf") return { ok: true, value: { contentType } };
  if (size === undefined || Math.max(size.width, size.height) > wanted.maxSide || body.length === 0) return undefined;
  return { ok: true, value: { contentType, size, bytes: Buffer.from(body) } };
}
