import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { needTexts, wordsInBrowser } from "./shell/catalogues.ts";
import { FrameProvider, noteLanguage, readFrame } from "./shell/frame.tsx";
import { TextsProvider } from "./shell/texts.tsx";

const frame = readFrame(document.documentElement);
noteLanguage(frame);
await needTexts("shell");

startTransition(() => {
  hydrateRoot(
    document,
    <FrameProvider frame={frame}>
      <TextsProvider words={wordsInBrowser()}>
        <HydratedRouter />
      </TextsProvider>
    </FrameProvider>,
  );
});
