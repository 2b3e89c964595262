import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long a new connection may stay without a byte while the server stops: its request may be on the way. */
const unusedMs = 500;
const checkEveryMs = 100;

/**
 * Makes `app.close()` end soon after the last response. A response that is sent meanwhile ends its connection. Connections that are
 * idle by then are closed, and those on which no byte has arrived, as clients and proxies open some in advance: Node waits for the
 * time-out of both, longer than a stopping process has. To be called before the app listens.
 */
export function stopGracefully(app: FastifyInstance): void {
  let isStopping = false;
  const openedAt = new Map<Socket, number>();
  app.server.on("connection", (socket: Socket) => {
    openedAt.set(socket, performance.now());
    socket.once("close", () => openedAt.delete(socket));
  });
  app.addHook("onSend", (_, reply, _payload, next) => {
    if (isStopping) reply.header("connection", "close");
    next();
  });
  app.addHook("preClose", (done) => {
    isStopping = true;
    const closing = setInterval(() => {
      app.server.closeIdleConnections();
      const now = performance.now();
      for (const [socket, opened] of openedAt) if (socket.bytesRead === 0 && now - opened > unusedMs) socket.destroy();
    }, checkEveryMs);
    app.server.once("close", () => clearInterval(closing));
    done();
  });
}
