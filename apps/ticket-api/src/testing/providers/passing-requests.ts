import { once } from "node:events";
import { createServer } from "node:http";

/** A way to the provider on which requests can be read, doubled or lost. */
export interface PassingRequests {
  url: string;
  /** The latest request whose path ends with this, as JSON. */
  last(path: string): unknown;
  /** Requests to this path arrive twice. */
  twice(path: string): void;
  /** Requests to this path never arrive. */
  lose(path: string): void;
  /** Requests to this path arrive, and their answers do not. */
  loseAnswers(path: string): void;
  /** The provider's answers to requests whose path ends with this, as JSON, lost ones too. */
  answers(path: string): unknown[];
  /** Every request gets this response. */
  answer(text: string): void;
  /** Every request passes again. */
  pass(): void;
  close(): Promise<void>;
}

export async function passingRequests(target: string): Promise<PassingRequests> {
  const requests: { path: string; body: string }[] = [];
  let doubled: string | undefined;
  let lost: string | undefined;
  let unanswered: string | undefined;
  const answers: { path: string; text: string }[] = [];
  let fixed: string | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? "/";
    requests.push({ path, body });
    if (fixed !== undefined) return response.end(fixed);
    if (lost !== undefined && path.endsWith(lost)) return request.socket.destroy();
    const send = () =>
      fetch(`${target}${path}`, {
        method: request.method ?? "POST",
        headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
        body,
      });
    try {
      if (doubled !== undefined && path.endsWith(doubled)) await (await send()).text();
      const answer = await send();
      const text = await answer.text();
      answers.push({ path, text });
      if (unanswered !== undefined && path.endsWith(unanswered)) return request.socket.destroy();
      return response.writeHead(answer.status).end(text);
    } catch {
      return request.socket.destroy();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    last: (path) => JSON.parse(requests.findLast((each) => each.path.endsWith(path))?.body ?? "null"),
    twice: (path) => {
      doubled = path;
    },
    lose: (path) => {
      lost = path;
    },
    loseAnswers: (path) => {
      unanswered = path;
    },
    answers: (path) => answers.filter((each) => each.path.endsWith(path)).map(({ text }) => JSON.parse(text)),
    answer: (text) => {
      fixed = text;
    },
    pass: () => {
      doubled = lost = unanswered = fixed = undefined;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close").catch(() => undefined);
    },
  };
}
