import { languages } from "@guichet/contract/languages.ts";
import { allWords } from "@guichet/web/catalogues.ts";
import { earlyInputScript } from "@guichet/web/early-input.ts";
import { FrameProvider } from "@guichet/web/frame.tsx";
import { renderWhole } from "@guichet/web/render-page.tsx";
import { reportError } from "@guichet/web/report-error.ts";
import { TextsProvider } from "@guichet/web/texts.tsx";
import type { I18n } from "@lingui/core";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { resolvedRequestOf } from "./shell/request-context.ts";

export { setResolvedRequest } from "./shell/request-context.ts";

const words = new Map<string, I18n>();
for (const language of languages) words.set(language, await allWords(language));

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { frame } = resolvedRequestOf(loadContext);
  const { language, requestId, textFiles } = frame;
  const ownWords = words.get(language);
  if (!ownWords) throw new Error(`No texts in ${language}`);
  const nonce = frame.nonce ?? "";
  const textsUrls = [textFiles?.index, textFiles?.page].filter((url) => url !== undefined);
  return renderWhole(
    <FrameProvider frame={{ ...frame, headScript: earlyInputScript, textsUrls }}>
      <TextsProvider words={ownWords}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </TextsProvider>
    </FrameProvider>,
    { nonce, requestId, status, headers },
  );
}

export function handleError(error: unknown, { request, context }: { request: Request; context: unknown }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  reportError(error, request, resolvedRequestOf(context as RouterContextProvider).frame.requestId);
}
