import type { Network } from "@guichet/contract/networks.ts";
import type { ThemeChoice } from "@guichet/web/frame.tsx";
import { createContext, type ReactNode, use } from "react";
import type { ShownAlerts } from "./shown-alert.ts";

/** What the frame of every page shows: the network in few words, and who is signed in. No token, no e-mail. */
export interface Shell {
  origin: string;
  network: Pick<
    Network,
    | "id"
    | "name"
    | "currency"
    | "languages"
    | "timeZone"
    | "switches"
    | "specific"
    | "contact"
    | "guestMaxAmount"
    | "addressSearch"
  > & { logoUrl: string; accessibility: Network["accessibility"]["state"]; version: string };
  accentCss: string;
  bannerHtml: string | null;
  dataProtectionHtml: string | null;
  /** Maintenance alerts that are displayed now. */
  alerts: ShownAlerts;
  user: ShellUser | null;
  /** As the browser has it noted now: a sign-in may have brought the account's. */
  theme: ThemeChoice;
  /** The session ended by itself: the page asks to sign in again. */
  expired: boolean;
}

export interface ShellUser {
  userId: string;
  firstName: string;
  lastName: string;
  birthday: string | null;
  isGuest: boolean;
  isVerified: boolean;
  isComplete: boolean;
  isParent: boolean;
  /** The end of the number of the only card that the session is for. */
  cardDigits: string | null;
  /** The account will be erased then, unless it is reactivated. */
  erasesAt: string | null;
}

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
