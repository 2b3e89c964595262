import { readFile } from "node:fs/promises";
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from "node:http2";
import { TLSSocket } from "node:tls";
import type { SandboxPush, WalletBehaviourKind } from "@guichet/contract/integrations/sandbox-wallets.ts";
import type { Behaviour } from "../behaviour.ts";
import type { Clock } from "../clock.ts";
import type { WalletAuthority } from "./authority.ts";

const pushesMax = 1_000;
/** Devices whose token begins with this no longer have the pass. */
const goneToken = "deaddead";

/** Apple's notification service: HTTP/2, for clients with a certificate of the authority, whose pass type is the topic. */
export interface PushServer {
  /** The latest notifications, oldest first. */
  pushes(): readonly SandboxPush[];
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

export async function createPushServer(
  { authority, push, pushKey }: WalletAuthority,
  clock: Clock,
  behaviour: Behaviour<WalletBehaviourKind>,
): Promise<PushServer> {
  const [ca, cert, key] = await Promise.all([readFile(authority), readFile(push), readFile(pushKey)]);
  const pushes: SandboxPush[] = [];
  const server = createSecureServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true });
  server.on("stream", (stream, headers) => {
    const token = /^\/3\/device\/([0-9a-f]{32,200})$/i.exec(String(headers[":path"]))?.[1];
    const topic = headers["apns-topic"];
    stream.resume();
    stream.once("end", () => {
      if (behaviour.take("apple-down")) return answer(stream, 503, "ServiceUnavailable");
      if (headers[":method"] !== "POST" || token === undefined) return answer(stream, 400, "BadDeviceToken");
      if (topic === undefined || topic !== passTypeOf(stream)) return answer(stream, 400, "TopicDisallowed");
      if (token.startsWith(goneToken)) return answer(stream, 410, "Unregistered");
      pushes.push({ token, topic: String(topic), at: clock.now().toISOString() });
      if (pushes.length > pushesMax) pushes.shift();
      return answer(stream, 200);
    });
    stream.on("error", () => undefined);
  });
  return { pushes: () => pushes, listen: (port, host) => listen(server, port, host), close: () => close(server) };
}

function answer(stream: ServerHttp2Stream, status: number, reason?: string): void {
  if (stream.destroyed) return;
  stream.respond({ ":status": status });
  stream.end(reason === undefined ? "" : JSON.stringify({ reason }));
}

/** The pass type of the client's certificate. */
function passTypeOf({ session }: ServerHttp2Stream): string | undefined {
  const socket = session?.socket;
  if (!(socket instanceof TLSSocket)) return undefined;
  const { UID } = { ...socket.getPeerCertificate().subject } as { UID?: string };
  return UID;
}

const sessions = new WeakMap<Http2SecureServer, Set<{ destroy(): void }>>();

async function listen(server: Http2SecureServer, port: number, host: string): Promise<number> {
  const open = new Set<{ destroy(): void }>();
  sessions.set(server, open);
  server.on("session", (session) => {
    open.add(session);
    session.once("close", () => open.delete(session));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

async function close(server: Http2SecureServer): Promise<void> {
  for (const session of sessions.get(server) ?? []) session.destroy();
  if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
}
