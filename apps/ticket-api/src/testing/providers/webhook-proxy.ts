import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A proxy with a fixed address for the provider's webhooks, whichever process responds behind it. */
export interface WebhookProxy {
  url: string;
  /** Sets who receives requests; "nobody": they are accepted and dropped. */
  sendWebhooksTo(url: string | "nobody"): void;
  close(): Promise<void>;
}

export async function openWebhookProxy(): Promise<WebhookProxy> {
  let target = "nobody";
  const server = createServer(async (request, answer) => {
    const body = await buffer(request);
    const status = target === "nobody" ? 200 : await passOn(new URL(request.url ?? "/", target), request.headers, body);
    answer.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sendWebhooksTo: (url) => {
      target = url;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function passOn(
  to: URL,
  headers: NodeJS.Dict<string | string[]>,
  body: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const sent = Object.entries(headers).filter(([name]) => name === "content-type" || name === "stripe-signature");
  try {
    const answer = await fetch(to, {
      method: "POST",
      body,
      headers: sent.map(([name, value]) => [name, String(value)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return 502;
  }
}
