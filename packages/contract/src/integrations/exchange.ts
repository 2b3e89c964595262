import { Agent as HttpAgent, type OutgoingHttpHeaders, request as overHttp } from "node:http";
import { Agent as HttpsAgent, request as overHttps } from "node:https";

/** Connections stay open between requests; idle ones end by themselves before the other side ends them. */
const agents = { "http:": new HttpAgent({ keepAlive: true }), "https:": new HttpsAgent({ keepAlive: true }) };
const answerMaxCharacters = 8 * 1024 * 1024;

export interface Exchange {
  method: "GET" | "POST" | "DELETE";
  headers: OutgoingHttpHeaders;
  body?: string | undefined;
  /** For the whole of it, up to the answer's last byte. */
  timeoutMs: number;
}

/**
 * One request to another server, and its answer as text whatever its status; redirections are not followed. Throws when
 * there is no whole answer in time. At less than half the cost of `fetch`, which a purchase asks for again and again.
 */
export function exchange(url: string, asked: Exchange): Promise<{ status: number; text: string }> {
  const { method, body, timeoutMs } = asked;
  const headers = body === undefined ? asked.headers : { ...asked.headers, "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const secure = url.startsWith("https:");
    const send = secure ? overHttps : overHttp;
    const sent = send(url, { method, headers, agent: agents[secure ? "https:" : "http:"] }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
        if (text.length > answerMaxCharacters) sent.destroy(new Error("the answer is too long"));
      });
      answer.on("end", () => {
        clearTimeout(timer);
        resolve({ status: answer.statusCode ?? 0, text });
      });
      answer.on("error", fail);
    });
    const timer = setTimeout(() => sent.destroy(new Error(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
    function fail(cause: Error): void {
      clearTimeout(timer);
      reject(cause);
    }
    sent.on("error", fail);
    sent.end(body);
  });
}
