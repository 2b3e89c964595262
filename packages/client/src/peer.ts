import { signatureHolds } from "@guichet/contract/signature.ts";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";

export const peerKey = "guichet-demo-key";

export interface Seen {
  method: string;
  path: string;
  values: Record<string, unknown>;
  headers: FastifyRequest["headers"];
  signed: boolean;
}
export type Answer = (seen: Seen, reply: FastifyReply, count: number) => unknown;

/** For tests: a peer over HTTP that notes what it receives and answers what a test says, by path. */
export async function startPeer(answers: Record<string, Answer>) {
  const seen: Seen[] = [];
  const app = Fastify();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, next) =>
    next(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  // Files stand by their names.
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      return Object.fromEntries(
        [...form].map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
      );
    },
  );
  app.all("/*", async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const values = { ...(request.query as object), ...((request.body as object | undefined) ?? {}) };
    const { signature, ...rest } = values as Record<string, unknown>;
    const entry: Seen = {
      method: request.method,
      path,
      values: rest,
      headers: request.headers,
      signed: signatureHolds(rest, peerKey, signature),
    };
    seen.push(entry);
    const count = seen.filter((other) => other.path === path).length;
    const answer = answers[path];
    if (!answer) return reply.code(404).send({ status: "ko", error: { code: "CALL_UNKNOWN", message: "" } });
    return answer(entry, reply, count);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { baseUrl: `http://127.0.0.1:${port}`, seen, stop: () => app.close() };
}
