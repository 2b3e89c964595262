import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { languages } from "@guichet/contract/languages.ts";
import type { I18n } from "@lingui/core";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import type { RouteName } from "./paths.ts";
import { screens } from "./screens.ts";
import { allWords } from "./shell/catalogues.ts";
import { FrameProvider } from "./shell/frame.tsx";
import { TextsProvider } from "./shell/texts.tsx";
import { placeOf } from "./shell/visit.ts";

export { setPlace } from "./shell/visit.ts";

const words = new Map<string, I18n>();
for (const language of languages) words.set(language, await allWords(language));

const renderTimeoutMs = 10_000;

/** Renders a whole page: it is sent at once, so that it can be kept, packed and given its length. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const place = placeOf(loadContext);
  const frame = { ...place.frame, textsUrls: textsFor(place.frame.textFiles ?? {}, routerContext) };
  const ownWords = words.get(frame.language);
  if (!ownWords) throw new Error(`No texts in ${frame.language}`);
  let finalStatus = status;
  const body = new PassThrough();
  const html = text(body);
  const rendered = new Promise<void>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <FrameProvider frame={frame}>
        <TextsProvider words={ownWords}>
          <ServerRouter context={routerContext} url={request.url} nonce={frame.nonce ?? ""} />
        </TextsProvider>
      </FrameProvider>,
      {
        nonce: frame.nonce ?? "",
        // A page is sent whole: what is loaded by itself must stand in its place before any script.
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
          console.error(
            JSON.stringify({ level: 50, requestId: frame.requestId, msg: "rendering broke", err: String(cause) }),
          );
        },
      },
    );
    const timer = setTimeout(() => abort(new Error("Rendering took too long")), renderTimeoutMs);
  });
  html.catch(() => undefined);
  await rendered;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(stylesFirst(await html), { status: finalStatus, headers });
}

/** On a slow line scripts do not take the way from styles and words: the page is read before it is alive. */
const stylesFirst = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link fetchpriority="low" rel="modulepreload"');

/** The files of texts that this page waits for: the frame's, and those of the screen's room. */
function textsFor(files: Record<string, string>, { staticHandlerContext }: EntryContext): string[] {
  const name = staticHandlerContext.matches.at(-1)?.route.id ?? "";
  const room = isRouteName(name) ? screens[name].split("/")[0] : undefined;
  return ["shell", room ?? ""].flatMap((one) => files[one] ?? []);
}

const isRouteName = (name: string): name is RouteName => Object.hasOwn(screens, name);

/** Breakages are told once, here, with the request's id; what a visitor can act on is no breakage. */
export function handleError(error: unknown, { request, context }: { request: Request; context: unknown }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const requestId = requestIdIn(context);
  const path = new URL(request.url).pathname;
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  const err = { type: name, message, stack, cause: cause instanceof Error ? cause.message : undefined };
  console.error(JSON.stringify({ level: 50, time: Date.now(), requestId, path, err, msg: "a page broke" }));
}

function requestIdIn(context: unknown): string | undefined {
  try {
    return placeOf(context as RouterContextProvider).frame.requestId;
  } catch {
    return undefined;
  }
}
