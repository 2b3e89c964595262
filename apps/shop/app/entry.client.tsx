import { needTexts, wordsInBrowser } from "@guichet/web/catalogues.ts";
import { TextsProvider } from "@guichet/web/texts.tsx";
import { Usable } from "@guichet/web/usable.ts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { FrameProvider, noteLanguage, readFrame } from "./page/frame.tsx";

const frame = readFrame(document.documentElement);
noteLanguage(frame);
await needTexts("shell");

startTransition(() => {
  hydrateRoot(
    document,
    <FrameProvider frame={frame}>
      <TextsProvider words={wordsInBrowser()}>
        <HydratedRouter />
        <Usable />
      </TextsProvider>
    </FrameProvider>,
  );
});
