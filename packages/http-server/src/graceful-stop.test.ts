import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { expect, test } from "vitest";
import { stopGracefully } from "./graceful-stop.ts";

/** A server whose answer the test decides. */
async function openServer() {
  const app = fastify();
  stopGracefully(app);
  const started = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get("/", () => {
    started.resolve();
    return answer.promise;
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, started: started.promise, answer: answer.resolve };
}
const soonMs = 5_000;

// covers: a stopping server answers the requests in progress, and does not wait for connections without one
test("a server stops soon although a client has opened a connection in advance", async () => {
  const { app, port } = await openServer();
  const unused = connect(port, "127.0.0.1");
  await once(unused, "connect");
  const startedAt = performance.now();
  await Promise.all([app.close(), once(unused, "close")]);
  expect(performance.now() - startedAt).toBeLessThan(soonMs);
});

// covers: a stopping server answers the requests in progress, and does not wait for connections without one
test("a request in progress is answered, and its connection then ends", async () => {
  const { app, port, started, answer } = await openServer();
  const response = fetch(`http://127.0.0.1:${port}/`);
  await started;
  const startedAt = performance.now();
  const stopped = app.close();
  setTimeout(answer, 1_000, "answered");
  const { headers, text } = await response.then(async (one) => ({ headers: one.headers, text: await one.text() }));
  expect([text, headers.get("connection")]).toEqual(["answered", "close"]);
  await stopped;
  expect(performance.now() - startedAt).toBeLessThan(soonMs);
});
