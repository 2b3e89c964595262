import { languages } from "@guichet/contract/languages.ts";
import { allWords } from "@guichet/web/catalogues.ts";
import { renderWhole } from "@guichet/web/render-page.tsx";
import { reportError } from "@guichet/web/report-error.ts";
import { TextsProvider } from "@guichet/web/texts.tsx";
import type { I18n } from "@lingui/core";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { firstFonts } from "./layout/first-fonts.server.ts";
import { headScript } from "./layout/head-script.server.ts";
import { FrameProvider } from "./page/frame.tsx";
import type { RouteName } from "./paths.ts";
import { resolvedRequestOf } from "./request-context/request-context.ts";
import { screens } from "./screens.ts";

export { setResolvedRequest } from "./request-context/request-context.ts";

const words = new Map<string, I18n>();
for (const language of languages) words.set(language, await allWords(language));

/** Renders a whole page. The response is not streamed, so it can be cached, compressed and sent with its length. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const place = resolvedRequestOf(loadContext);
  const frame = {
    ...place.frame,
    headScript,
    fontUrls: firstFonts(place.frame.language),
    textsUrls: textsFor(place.frame.textFiles ?? {}, routerContext),
  };
  const ownWords = words.get(frame.language);
  if (!ownWords) throw new Error(`No texts in ${frame.language}`);
  const nonce = frame.nonce ?? "";
  return renderWhole(
    <FrameProvider frame={frame}>
      <TextsProvider words={ownWords}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </TextsProvider>
    </FrameProvider>,
    { nonce, requestId: frame.requestId, status, headers },
  );
}

/** Text files that the page needs: the list of its language, those of the frame and those of the screen's module. */
function textsFor(files: Record<string, string>, { staticHandlerContext }: EntryContext): string[] {
  const name = staticHandlerContext.matches.at(-1)?.route.id ?? "";
  const module = isRouteName(name) ? screens[name].split("/")[0] : undefined;
  return ["index", "shell", module ?? ""].flatMap((one) => files[one] ?? []);
}

const isRouteName = (name: string): name is RouteName => Object.hasOwn(screens, name);

/** Logs each unexpected error once, with the request ID. Errors that the visitor can resolve are not logged here. */
export function handleError(error: unknown, { request, context }: { request: Request; context: unknown }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  reportError(error, request, requestIdIn(context));
}

function requestIdIn(context: unknown): string | undefined {
  try {
    return resolvedRequestOf(context as RouterContextProvider).frame.requestId;
  } catch {
    return undefined;
  }
}
