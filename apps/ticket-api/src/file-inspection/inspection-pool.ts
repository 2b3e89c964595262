import { err, type Result } from "@guichet/contract/result.ts";
import { type FileRefusal, fileRefusals, uploadTypes } from "@guichet/contract/uploads.ts";
import { z } from "zod";
import { type ConfinedProcess, confinedProcess, type Ending } from "./confined-process.ts";
import type { Frame } from "./frames.ts";
import type { Inspected } from "./inspect-file.ts";
import type { Wanted } from "./wanted.ts";

/** Looks through files that strangers packed, away from everything else. */
export interface FileInspector {
  /**
   * Inspects a file for somebody. Refuses as `inspectFile`, with `FILE_TOO_COMPLEX` what uses up what a file may, and with
   * `FILE_CHECK_UNAVAILABLE` when too many wait, it took too long on a busy machine, or the process does not start.
   */
  inspect(bytes: Buffer, wanted: Wanted, sender: string): Promise<Result<Inspected, FileRefusal>>;
  close(): Promise<void>;
}

export interface InspectionLimits {
  /** So many files are inspected at the same time, each in a process of its own; of one sender one. */
  processesMax: number;
  /** So many files wait for their turn, of one sender less. */
  waitingMax: number;
  waitingOfSenderMax: number;
  /** From sending in to the answer, waiting included: the shop waits 15 s. */
  totalMs: number;
  /** Processor time that a file may take: the largest honest photo takes about two seconds. */
  processorMs: number;
  /** Memory that the process may hold: the largest honest photo, unpacked twice, and the program. */
  memoryMb: number;
  /** After so many files, or so long without one, the process ends. */
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

/** Starts and watches the processes that inspect files (decision 092). */
export function inspectionPool(
  tell: (fault: string) => void,
  limits: InspectionLimits = inspectionLimits,
): FileInspector {
  const waiting: Job[] = [];
  const running = new Set<Job>();
  const idle: ConfinedProcess[] = [];
  const all = new Set<ConfinedProcess>();
  let closed = false;

  const next = () => {
    while (!closed && running.size < limits.processesMax) {
      const place = waiting.findIndex(({ sender }) => [...running].every((job) => job.sender !== sender));
      const [job] = place < 0 ? [] : waiting.splice(place, 1);
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
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) if (kept.isGood()) return kept;
    const made = confinedProcess(limits);
    all.add(made);
    void made.over.then(() => {
      all.delete(made);
      if (idle.includes(made)) idle.splice(idle.indexOf(made), 1);
    });
    return made;
  };

  const run = async (job: Job): Promise<Result<Inspected, FileRefusal>> => {
    const process = freeProcess();
    job.process = process;
    const ended = await process.ask({ head: job.wanted, body: job.bytes });
    if (typeof ended === "string") {
      if (ended === "not started") tell("the process that inspects files does not start");
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

  const leave = (job: Job) => {
    const place = waiting.indexOf(job);
    if (place >= 0) {
      waiting.splice(place, 1);
      job.answer(err("FILE_CHECK_UNAVAILABLE"));
    } else job.process?.end("late");
  };

  return {
    inspect: (bytes, wanted, sender) => {
      const ofSender = waiting.filter((job) => job.sender === sender).length;
      if (closed || waiting.length >= limits.waitingMax || ofSender >= limits.waitingOfSenderMax)
        return Promise.resolve(err("FILE_CHECK_UNAVAILABLE"));
      return new Promise((answered) => {
        const job: Job = {
          bytes,
          wanted,
          sender,
          answer: (outcome) => {
            clearTimeout(timer);
            answered(outcome);
          },
        };
        const timer = setTimeout(leave, limits.totalMs, job);
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

/** What a file is told whose process ended before it had answered. */
const refusalOf = (ending: Ending): Result<never, FileRefusal> =>
  err(ending === "late" || ending === "not started" ? "FILE_CHECK_UNAVAILABLE" : "FILE_TOO_COMPLEX");

const Details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]));
const Handler = z.union([
  z.object({ ok: z.literal(false), code: z.enum(fileRefusals), details: Details.optional() }),
  z.object({
    ok: z.literal(true),
    value: z.object({
      contentType: z.enum(uploadTypes),
      size: z.object({ width: z.int().positive(), height: z.int().positive() }).optional(),
    }),
  }),
]);

/** What the process says, read as something that a stranger may have written; undefined: it makes no sense. */
function inspectedIn({ head, body }: Frame, wanted: Wanted): Result<Inspected, FileRefusal> | undefined {
  const read = Handler.safeParse(head);
  if (!read.success) return undefined;
  if (!read.data.ok) return err(read.data.code, read.data.details);
  const { contentType, size } = read.data.value;
  if (!wanted.types.includes(contentType)) return undefined;
  if (contentType === "application/pdf") return { ok: true, value: { contentType } };
  if (size === undefined || Math.max(size.width, size.height) > wanted.maxSide || body.length === 0) return undefined;
  return { ok: true, value: { contentType, size, bytes: Buffer.from(body) } };
}
