import { type Language, languageOf, locales } from "@guichet/contract/languages.ts";
import { createContext, type ReactNode, use } from "react";

export type ThemeChoice = "light" | "dark" | "system";

/** What the frame of every page needs, error pages too; the browser reads it off the document. */
export interface Frame {
  language: Language;
  theme: ThemeChoice;
  /** The language prefix of this page's address, or nothing. */
  prefix: string;
  /** To quote when something broke. */
  requestId: string;
  /** For the inline scripts and styles of this answer; only on the server. */
  nonce?: string;
  /** The language's files of texts by module; only on the server. */
  textFiles?: Record<string, string>;
  /** Those that the page waits for, to ask for early; only on the server. */
  textsUrls?: readonly string[];
}

const FrameContext = createContext<Frame | undefined>(undefined);

export function FrameProvider({ frame, children }: { frame: Frame; children: ReactNode }) {
  return <FrameContext value={frame}>{children}</FrameContext>;
}

export function useFrame(): Frame {
  const frame = use(FrameContext);
  if (!frame) throw new Error("No frame around this page");
  return frame;
}

export const dirOf = (language: Language): "ltr" | "rtl" => locales[language].dir;

/** The theme as a cookie or form gives it. */
export const themeOf = (value: string | undefined): ThemeChoice =>
  value === "light" || value === "dark" ? value : "system";

/** The frame as the server wrote it on `html`. */
export function readFrame(root: HTMLElement): Frame {
  return {
    language: languageOf(root.lang) ?? "fr",
    theme: themeOf(root.dataset.theme),
    prefix: root.dataset.prefix ?? "",
    requestId: root.dataset.request ?? "",
  };
}
