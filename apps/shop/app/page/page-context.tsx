import { createContext, type ReactNode, use } from "react";
import type { Shell } from "../layout/page-context.server.ts";

const ShellContext = createContext<Shell | undefined>(undefined);

export function ShellProvider({ shell, children }: { shell: Shell; children: ReactNode }) {
  return <ShellContext value={shell}>{children}</ShellContext>;
}

/** The network and who is signed in; every screen stands inside it. */
export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error("No shell around this screen");
  return shell;
}

/** The same where there may be none: error pages. */
export const useMaybeShell = (): Shell | undefined => use(ShellContext);
