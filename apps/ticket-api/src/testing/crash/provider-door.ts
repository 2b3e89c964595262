import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request to the provider, as `METHOD /path`, at which a process is killed: before the provider has it, or before its answer is back. */
export interface KillingRequest {
  request: RegExp;
  when: "before" | "after";
}

/** A proxy in front of the payment provider, through which the processes reach it that are killed at a request. */
export interface ProviderDoor {
  url: string;
  /** Kills the sender of the next matching request, once. */
  killAt(request: KillingRequest, kill: () => Promise<void>): void;
  /** Kills nobody any more. */
  spare(): void;
  close(): Promise<void>;
}

/** Headers of a connection, and those that the proxy's own client sets. */
const ownHeaders = new Set(["connection", "host", "content-length", "transfer-encoding", "keep-alive", "expect"]);

export async function openProviderDoor(provider: () => string): Promise<ProviderDoor> {
  let killing: (KillingRequest & { kill: () => Promise<void> }) | undefined;
  const server = createServer(async (request, answer) => {
    const { method = "GET", url = "/" } = request;
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return answer.destroy();
    const due = killing?.request.test(`${method} ${url}`) ? killing : undefined;
    if (due !== undefined) killing = undefined;
    if (due?.when === "before") {
      await due.kill();
      return answer.destroy();
    }
    const headers = Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name));
    const isRead = method === "GET" || method === "HEAD";
    const sent = await fetch(new URL(url, provider()), {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(isRead ? {} : { body }),
    }).then(
      async (given) => ({ given, content: Buffer.from(await given.arrayBuffer()) }),
      () => undefined,
    );
    if (due !== undefined) await due.kill();
    if (due !== undefined || sent === undefined) return answer.destroy();
    const back = [...sent.given.headers].filter(([name]) => !ownHeaders.has(name) && name !== "content-encoding");
    return answer.writeHead(sent.given.status, Object.fromEntries(back)).end(sent.content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    killAt: (request, kill) => {
      killing = { ...request, kill };
    },
    spare: () => {
      killing = undefined;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
