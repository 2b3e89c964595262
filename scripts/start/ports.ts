import { randomInt } from "node:crypto";
import net from "node:net";
import { StartRefused } from "./config.ts";

/** Below the ephemeral ports of the system: an outgoing connection could take one of those before the part listens. */
const anyPort = { from: 20_000, to: 32_000 };
const attemptsMax = 20;

/** Checks that the port is free; 0 becomes a free one. `variable` names the setting in the error. */
export async function freePort(host: string, port: number, variable: string): Promise<number> {
  const choices = port === 0 ? Array.from({ length: attemptsMax }, () => randomInt(anyPort.from, anyPort.to)) : [port];
  let failure: NodeJS.ErrnoException | undefined;
  for (const choice of choices) {
    failure = await listened(host, choice);
    if (failure === undefined) return choice;
  }
  throw new StartRefused(
    failure?.code === "EADDRINUSE"
      ? `Port ${port} of ${host} is in use: stop what uses it, or set ${variable} to another one.`
      : `Port ${port} of ${host} cannot be used (${failure?.code ?? failure?.message}): see HOST and ${variable}.`,
  );
}

/** Listens for a moment; returns the error if that fails. */
function listened(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = net.createServer();
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | undefined>();
  server.once("error", resolve);
  server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  return promise;
}
