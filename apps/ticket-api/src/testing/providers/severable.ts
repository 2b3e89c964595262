import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { z } from "zod";

const Listening = z.object({ port: z.number() });

/** A connection to another server that can be cut: new connections are refused, and open ones break. */
export interface Severable {
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Relays TCP to a PostgreSQL at a port or a socket file, under another address. */
export async function severable(to: string): Promise<Severable> {
  const at = new URL(to);
  const folder = at.searchParams.get("host");
  const port = at.searchParams.get("port") ?? (at.port || "5432");
  const target = folder === null ? { port: Number(port), host: at.hostname } : { path: `${folder}/.s.PGSQL.${port}` };
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = Listening.parse(server.address());
  const url = new URL(to);
  for (const name of ["host", "port"]) url.searchParams.delete(name);
  url.host = `127.0.0.1:${own.port}`;
  return {
    url: url.href,
    cut: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    mend: async () => {
      server.listen(own.port, "127.0.0.1");
      await once(server, "listening");
    },
  };
}
