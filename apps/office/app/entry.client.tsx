import { needTexts, wordsInBrowser } from "@guichet/web/catalogues.ts";
import { FrameProvider, readFrame } from "@guichet/web/frame.tsx";
import { TextsProvider } from "@guichet/web/texts.tsx";
import { Usable } from "@guichet/web/usable.ts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

await needTexts("shell");

startTransition(() => {
  hydrateRoot(
    document,
    <FrameProvider frame={readFrame(document.documentElement)}>
      <TextsProvider words={wordsInBrowser()}>
        <HydratedRouter />
        <Usable />
      </TextsProvider>
    </FrameProvider>,
  );
});
