import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Unreachable } from "../unreachable.ts";
import { pushToDevices } from "./apple-push.ts";

const signer = {
  ...{ passType: "pass.org.example", team: "TEAM", expiresAt: new Date() },
  ...{ certificate: "", key: "", wwdr: "" },
};
const sessions = new Set<ServerHttp2Session>();
let server: Http2Server | undefined;
afterEach(async () => {
  for (const session of sessions) session.destroy();
  await new Promise((resolve) => server?.close(resolve));
});

/** The outcomes of notifications to a service that behaves so. */
async function outcomesOf(
  behave: (stream: ServerHttp2Stream, path: string) => void,
  { tokens = ["aa"], timeoutMs }: { tokens?: string[]; timeoutMs?: number } = {},
) {
  server = createServer();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => undefined);
  });
  server.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    stream.resume();
    behave(stream, String(headers[":path"]));
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const pushUrl = `http://127.0.0.1:${port}`;
  return pushToDevices({ pushUrl, pushCaFile: undefined }, signer, tokens, timeoutMs);
}

const endings: [string, (stream: ServerHttp2Stream) => void][] = [
  ["closes the connection", ({ session }) => session?.close()],
  ["breaks the connection off", ({ session }) => session?.destroy()],
  ["announces the end of the connection", ({ session }) => session?.goaway()],
  ["closes the request without an answer", (stream) => stream.close()],
];
test.each(endings)("a service that %s is unreachable", async (_, behave) => {
  const [outcome] = await outcomesOf(behave, { timeoutMs: 60_000 });
  expect(outcome).toBeInstanceOf(Unreachable);
  expect(outcome).toMatchObject({ party: "apple-push" });
});

test("a service that goes on with its answer has no more time than one that sends none", async () => {
  const timers: NodeJS.Timeout[] = [];
  const [outcome] = await outcomesOf(
    (stream) => {
      stream.respond({ ":status": 200 });
      timers.push(setInterval(() => stream.write("."), 10));
      stream.once("close", () => timers.forEach(clearInterval));
    },
    { timeoutMs: 100 },
  );
  expect(outcome).toMatchObject({ party: "apple-push", message: "no answer in time" });
});

test("each device has an outcome of its own", async () => {
  const statuses: Record<string, number> = { aa: 200, bb: 400, cc: 410, dd: 503 };
  const tokens = Object.keys(statuses);
  const answer = (stream: ServerHttp2Stream, path: string) => {
    stream.respond({ ":status": statuses[path.slice(-2)] ?? 404 });
    stream.end(JSON.stringify({ reason: "Reason" }));
  };
  const [sent, refused, gone, unreachable] = await outcomesOf(answer, { tokens });
  expect([sent, gone]).toEqual(["sent", "gone"]);
  expect(refused).toMatchObject({ message: expect.stringContaining("HTTP 400 Reason") });
  expect(refused).not.toBeInstanceOf(Unreachable);
  expect(unreachable).toBeInstanceOf(Unreachable);
});
