import type { FastifyRequest } from "fastify";

/** A request as the router takes it; cookies are read by the server alone. */
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

/** The address of a request below its own origin: what looks like another host in the request line is a path here. */
export const urlOf = (request: Pick<FastifyRequest, "url">, own: string): URL =>
  new URL(`${own}/${request.url.replace(/^\//, "")}`);

/** The first of a header that came several times. */
export const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
