import { useEffect, useState } from "react";
import { type Translate, useT } from "./texts.tsx";

type Words = (t: Translate, code: string) => string;

let words: Words | undefined;

/** Loads the error texts on the first refusal, not with the page; falls back to the general text. */
async function loadWords(): Promise<Words> {
  words ??= await import("./refusal-texts.ts").then(
    ({ refusalText }) => refusalText,
    () => undefined,
  );
  return words ?? ((t) => t("shell.refused"));
}

/** Preloads the texts while the user fills in a form. */
export const refusalsAhead = (): void => void loadWords();

/** Returns a function that resolves an error code to its text once the texts are loaded. */
export function useRefusalWords(): () => Promise<(code: string) => string> {
  const t = useT();
  return async () => {
    const text = await loadWords();
    return (code) => text(t, code);
  };
}

/** Returns the texts of the screen's refusals: empty until the texts are loaded. `shown`: whether there is a refusal. */
export function useRefusalText(shown: boolean): (code: string) => string {
  const t = useT();
  const [text, setText] = useState(() => words);
  useEffect(() => {
    let left = false;
    if (shown) void loadWords().then((loaded) => left || setText(() => loaded));
    return () => {
      left = true;
    };
  }, [shown]);
  return (code) => text?.(t, code) ?? "";
}
