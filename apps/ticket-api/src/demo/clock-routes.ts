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

const reading = (clock: MovableClock) => ({ now: clock.iso(), real: clock.offsetMs() === 0 });

/** `/demo/clock`: moves the whole installation's clock; what is due on the way happens at its own instant, in order. */
export function registerClockDoor(server: FastifyInstance, deps: Dependencies, clock: MovableClock): void {
  let turn: Promise<unknown> = Promise.resolve();
  const moved = async () => {
    await writeOffset(deps.db, clock.offsetMs());
    await notifySandbox(deps, clock.offsetMs());
  };
  server.get("/demo/clock", async () => reading(clock));
  server.post("/demo/clock", async (request, reply) => {
    const move = Move.safeParse(request.body);
    if (!move.success) return reply.code(400).send({ error: 'one of {"now"}, {"advance"}, {"real": true}' });
    const target = targetOf(move.data, clock);
    if (target === undefined) return reply.code(400).send({ error: "advance: an ISO 8601 duration" });
    // A long walk is silent for minutes, and its answer must still be heard.
    request.socket.setTimeout(0);
    const act = turn.then(async () => {
      if (target === "real") {
        clock.setOffset(0);
        await moved();
        return { ...reading(clock), steps: 0 };
      }
      if (target < clock.now()) return undefined;
      const steps = await fastForward(deps, clock, target, moved);
      return { ...reading(clock), steps };
    });
    turn = act.catch(() => undefined);
    const told = await act;
    return told ?? reply.code(409).send({ error: "the clock does not go back, except by real" });
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

/** The outside parties of the demo live in the same time. Without a sandbox there is nobody to tell. */
async function notifySandbox(deps: Dependencies, offsetMs: number): Promise<void> {
  try {
    await fetch(new URL("/clock", deps.config.sandboxUrl), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ offsetMs }),
      signal: AbortSignal.timeout(3_000),
    });
  } catch {
    deps.log.warn("the sandbox could not be told the time");
  }
}
