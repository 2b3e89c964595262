import type { Network } from "@guichet/contract/networks.ts";
import type { CityLines } from "@guichet/rules/countries/postal-address.ts";
import type { ThemeChoice } from "@guichet/web/frame.tsx";
import { createContext, type ReactNode, use } from "react";
import type { ShownAlerts } from "./shown-alert.ts";
import type { PagePreview } from "./shown-preview.ts";

/** Data of the frame of every page: summary of the network and the signed-in user. No token, no e-mail. */
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
    | "country"
    | "publicHolidays"
  > & {
    logoUrl: string;
    accessibility: Network["accessibility"]["state"];
    version: string;
    /** Whether a parcel costs a fee. */
    postage: boolean;
    takesCards: boolean;
    /** Where the country writes postal code and town. */
    cityLines: CityLines;
    /** A phone number in the country's own form. */
    phoneExample: string;
  };
  accentCss: string;
  /** The network's own alert; `key` changes with its content. */
  banner: { html: string; key: string } | null;
  dataProtectionHtml: string | null;
  /** Maintenance alerts that are currently displayed. */
  alerts: ShownAlerts;
  user: PageUser | null;
  /** The running ride of the signed-in account. */
  ride: ShownRide | null;
  /** The theme stored in the browser; sign-in may have copied it from the account. */
  theme: ThemeChoice;
  /** Absent: no preview is open. */
  preview?: PagePreview;
  /** The session has expired; the page asks the user to sign in again. */
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
  /** Last digits of the transport card to which the session is limited. */
  cardDigits: string | null;
  /** Time of the account's erasure unless it is reactivated. */
  erasesAt: string | null;
}

/** A validated ticket with time left: its end, and the time of the server's response, in milliseconds. */
export interface ShownRide {
  ticketId: string;
  until: number;
  now: number;
}

const ReactPageContext = createContext<PageContext | undefined>(undefined);

export function PageContextProvider({ page, children }: { page: PageContext; children: ReactNode }) {
  return <ReactPageContext value={page}>{children}</ReactPageContext>;
}

/** Returns the context of the page; every screen has one. */
export function usePageContext(): PageContext {
  const page = use(ReactPageContext);
  if (!page) throw new Error("No page context around this screen");
  return page;
}

/** Returns the context if there is one; error pages may have none. */
export const useOptionalPageContext = (): PageContext | undefined => use(ReactPageContext);
