import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

const renderTimeoutMs = 10_000;

/** Renders a complete page, so that it can be cached, compressed and sent with its length. */
export async function renderWhole(
  page: ReactNode,
  { nonce, requestId, status, headers }: { nonce: string; requestId: string; status: number; headers: Headers },
): Promise<Response> {
  let finalStatus = status;
  const body = new PassThrough();
  const html = text(body);
  const rendered = new Promise<void>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // The page is sent complete, so deferred content must be in place without any script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timer);
        pipe(body);
        resolve();
      },
      onShellError(cause) {
        clearTimeout(timer);
        body.destroy();
        reject(cause);
      },
      onError(cause) {
        finalStatus = 500;
        console.error(JSON.stringify({ level: 50, requestId, msg: "rendering broke", err: String(cause) }));
      },
    });
    const timer = setTimeout(() => abort(new Error("Rendering took too long")), renderTimeoutMs);
  });
  html.catch(() => undefined);
  await rendered;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stylesFirst(await html), { status: finalStatus, headers });
}

/** Moves scripts after styles and texts, so that on a slow connection the page is readable before it is interactive. */
const stylesFirst = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');
