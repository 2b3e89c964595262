import { useEffect, useState } from "react";
import { type Translate, useT } from "./texts.tsx";

type Words = (t: Translate, code: string) => string;

let words: Words | undefined;

/** The texts of refusals: they come with the first one, not with the page. When they cannot be had, the general text. */
async function loadWords(): Promise<Words> {
  words ??= await import("./refusal-texts.ts").then(
    ({ refusalText }) => refusalText,
    () => undefined,
  );
  return words ?? ((t) => t("shell.refused"));
}

/** Asks for the texts while somebody is filling in. */
export const refusalsAhead = (): void => void loadWords();

/** Words a refusal as soon as its text is there. */
export function useRefusalWords(): () => Promise<(code: string) => string> {
  const t = useT();
  return async () => {
    const text = await loadWords();
    return (code) => text(t, code);
  };
}

/** Words refusals that stand on the screen: nothing at first, then the text. `shown`: there is one. */
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
