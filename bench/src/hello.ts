import { createServer } from "node:http";

/** The baseline: a bare "hello" HTTP server of Node. Every figure is compared with it. */
const server = createServer((_, response) => {
  response.setHeader("content-type", "text/plain");
  response.end("hello");
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => process.send?.({ ready: server.address() }));
process.once("disconnect", () => process.exit(0));
