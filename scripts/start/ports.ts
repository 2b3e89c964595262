import net from "node:net";
import { StartRefused } from "./config.ts";

/** The port, free to listen on; 0 becomes one that is free now. `variable` names it in the refusal. */
export async function freePort(host: string, port: number, variable: string): Promise<number> {
  const server = net.createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", (failure: NodeJS.ErrnoException) => reject(new StartRefused(refusal(failure))));
  server.listen({ host, port }, () => {
    const address = server.address();
    server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
  });
  return promise;

  function refusal(failure: NodeJS.ErrnoException): string {
    if (failure.code === "EADDRINUSE")
      return `Port ${port} of ${host} is in use: stop what uses it, or set ${variable} to another one.`;
    return `Port ${port} of ${host} cannot be used (${failure.code ?? failure.message}): see HOST and ${variable}.`;
  }
}
