import type { FastifyInstance } from "fastify";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { MovableClock } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { writeOffset } from "../jobs/clock-store.ts";
import { fastForward } from "../jobs/fast-forward.ts";

const Move = z.union([
  z.strictObject({ now: z.iso.datetime() }),
  z.strictObject({ advance: z.string().max(40) }),
  z.strictObject({ real: z.literal(true) }),
]);

const clockState = (clock: MovableClock) => ({ now: clock.iso(), real: clock.offsetMs() === 0 });

/** `/demo/clock`: moves the whole installation's clock; jobs that become due run at their own instant, in order. */
export function registerClockRoutes(server: FastifyInstance, deps: Dependencies, clock: MovableClock): void {
  let queue: Promise<unknown> = Promise.resolve();
  const saveAndNotify = async () => {
    await writeOffset(deps.db, clock.offsetMs());
    await notifySandbox(deps, clock.offsetMs());
  };
  server.get("/demo/clock", async () => clockState(clock));
  server.post("/demo/clock", async (request, reply) => {
    const move = Move.safeParse(request.body);
    if (!move.success) return reply.code(400).send({ error: 'one of {"now"}, {"advance"}, {"real": true}' });
    const target = targetOf(move.data, clock);
    if (target === undefined) return reply.code(400).send({ error: "advance: an ISO 8601 duration" });
    // A long fast-forward sends nothing for minutes, and its response must still arrive.
    request.socket.setTimeout(0);
    const movement = queue.then(async () => {
      if (target === "real") {
        clock.setOffset(0);
        await saveAndNotify();
        return { ...clockState(clock), steps: 0 };
      }
      if (target < clock.now()) return undefined;
      const steps = await fastForward(deps, clock, target, saveAndNotify);
      return { ...clockState(clock), steps };
    });
    queue = movement.catch(() => undefined);
    const result = await movement;
    return result ?? reply.code(409).send({ error: "the clock does not go back, except by real" });
  });
}

function targetOf(move: z.infer<typeof Move>, clock: MovableClock): Date | "real" | undefined {
  if ("real" in move) return "real";
  if ("now" in move) return new Date(move.now);
  try {
    const from = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO("UTC");
    return new Date(from.add(Temporal.Duration.from(move.advance)).epochMilliseconds);
  } catch {
    return undefined;
  }
}

/** Sets the clock of the demo's outside parties. Without a sandbox it does nothing. */
async function notifySandbox(deps: Dependencies, offsetMs: number): Promise<void> {
  try {
    await fetch(new URL("/clock", deps.config.sandboxUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ offsetMs }),
      signal: AbortSignal.timeout(3_000),
    });
  } catch {
    deps.log.warn("the clock of the sandbox could not be set");
  }
}
