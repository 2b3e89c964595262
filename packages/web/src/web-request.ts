import type { FastifyRequest } from "fastify";

/** Converts a request for the router, without cookies, which only the server reads. */
export function toWebRequest(request: FastifyRequest, url: URL): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== "cookie") headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const signal = AbortSignal.any([request.signal]);
  return new Request(url, { method: request.method, headers, signal, ...(hasBody ? { body } : {}) });
}

/** URL of a request on its own origin: a host in the request line is treated as a path. */
export const urlOf = (request: Pick<FastifyRequest, "url">, own: string): URL =>
  new URL(`${own}/${request.url.replace(/^\//, "")}`);

/** The first value of a repeated header. */
export const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

/** Whether a person opened a file that the router refused without a page: they get an error page, and anything else the status alone. */
export const isRefusedFile = ({ method, headers }: Request, response: Response): boolean =>
  response.status >= 400 &&
  method === "GET" &&
  headers.get("accept")?.includes("text/html") === true &&
  response.headers.get("content-type")?.startsWith("text/html") !== true;

/** The request for the error page of a refused file: an address that no route has. */
export const refusedFileRequest = ({ url, headers }: Request, prefix = ""): Request =>
  new Request(new URL(`${prefix}/refused/file`, url), { headers });
