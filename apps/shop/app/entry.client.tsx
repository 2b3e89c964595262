import { catalogues } from "virtual:texts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { FrameProvider, noteLanguage, readFrame } from "./shell/frame.tsx";
import { TextsProvider, wordsOf } from "./shell/texts.tsx";

const frame = readFrame(document.documentElement);
noteLanguage(frame);
const { default: catalogue } = await catalogues[frame.language]();

startTransition(() => {
  hydrateRoot(
    document,
    <FrameProvider frame={frame}>
      <TextsProvider words={wordsOf(frame.language, catalogue)}>
        <HydratedRouter />
      </TextsProvider>
    </FrameProvider>,
  );
});
