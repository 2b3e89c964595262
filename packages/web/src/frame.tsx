import { type Language, languageOf, locales } from "@guichet/contract/languages.ts";
import { createContext, type ReactNode, use } from "react";

export type ThemeChoice = "light" | "dark" | "system";

/** Context of every page, including error pages; the browser reads it from the document. */
export interface Frame {
  language: Language;
  theme: ThemeChoice;
  /** The language prefix of this page's address, or an empty string. */
  prefix: string;
  /** Request id, shown for support after a failure. */
  requestId: string;
  /** Nonce for the inline scripts and styles of this response; only on the server. */
  nonce?: string;
  /** The language's text files by module; only on the server. */
  textFiles?: Record<string, string>;
  /** The style sheets of every page; only on the server. */
  styleUrls?: readonly string[];
  /** The inline script of the head, which the browser does not run again; only on the server. */
  headScript?: string;
  /** The fonts of the language's first view, to preload; only on the server. */
  fontUrls?: readonly string[];
  /** The text files needed by the page, to preload; only on the server. */
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

/** Parses the theme of a cookie or form. */
export const themeOf = (value: string | undefined): ThemeChoice =>
  value === "light" || value === "dark" ? value : "system";

/** Reads the frame written on `html` by the server. */
export function readFrame(root: HTMLElement): Frame {
  return {
    language: languageOf(root.lang) ?? "fr",
    theme: themeOf(root.dataset.theme),
    prefix: root.dataset.prefix ?? "",
    requestId: root.dataset.request ?? "",
  };
}
