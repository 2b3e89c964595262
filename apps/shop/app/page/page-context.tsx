import type { Network } from "@guichet/contract/networks.ts";
import type { ThemeChoice } from "@guichet/web/frame.tsx";
import { createContext, type ReactNode, use } from "react";
import type { ShownAlerts } from "./shown-alert.ts";

/** What the frame of every page shows: the network in few words, and who is signed in. No token, no e-mail. */
export interface PageContext {
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
  user: PageUser | null;
  /** As the browser has it noted now: a sign-in may have brought the account's. */
  theme: ThemeChoice;
  /** The session ended by itself: the page asks to sign in again. */
  expired: boolean;
}

export interface PageUser {
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

const ReactPageContext = createContext<PageContext | undefined>(undefined);

export function PageContextProvider({ page, children }: { page: PageContext; children: ReactNode }) {
  return <ReactPageContext value={page}>{children}</ReactPageContext>;
}

/** The network and who is signed in; every screen stands inside it. */
export function usePageContext(): PageContext {
  const page = use(ReactPageContext);
  if (!page) throw new Error("No page context around this screen");
  return page;
}

/** The same where there may be none: error pages. */
export const useOptionalPageContext = (): PageContext | undefined => use(ReactPageContext);
