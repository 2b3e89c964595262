import { signatureHolds } from "@guichet/contract/signature.ts";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";

export const peerKey = "guichet-demo-key";

export interface Seen {
  method: string;
  path: string;
  values: Record<string, unknown>;
  headers: FastifyRequest["headers"];
  signed: boolean;
  /** Files of a form by the name of their part. */
  files: Record<string, { name: string; bytes: Uint8Array }>;
}
export type Answer = (seen: Seen, reply: FastifyReply, count: number) => unknown;

/** Test server: records HTTP requests and responds by path as the test defines. */
export async function startPeer(answers: Record<string, Answer>) {
  const seen: Seen[] = [];
  const app = Fastify();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, next) =>
    next(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      return new Response(new Uint8Array(body), { headers }).formData();
    },
  );
  app.all("/*", async (request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    const { body, files } = await unfolded(request.body);
    const values = { ...(request.query as object), ...body };
    const { signature, ...rest } = values as Record<string, unknown>;
    const entry: Seen = {
      method: request.method,
      path,
      values: rest,
      headers: request.headers,
      signed: signatureHolds(rest, peerKey, signature),
      files,
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

/** Parses the values of a body and the files of a form. */
async function unfolded(body: unknown): Promise<{ body: object; files: Seen["files"] }> {
  if (!(body instanceof FormData)) return { body: (body as object | undefined) ?? {}, files: {} };
  const values: Record<string, string> = {};
  const files: Seen["files"] = {};
  for (const [name, value] of body) {
    if (typeof value === "string") values[name] = value;
    else files[name] = { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
  }
  return { body: values, files };
}
