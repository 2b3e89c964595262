import type { Staff, StaffNetwork } from "@guichet/contract/office/staff.ts";
import { type Formats, formatsFor } from "@guichet/web/formats.ts";
import { useFrame } from "@guichet/web/frame.tsx";
import { createContext, use, useMemo } from "react";

/** What stands round every screen behind the sign-in. */
export interface PageContext {
  staff: Staff;
  /** The network in the address; null: a place of the person's own. */
  network: StaffNetwork | null;
  /** Do keys without modifier act? */
  keys: boolean;
}

const ReactPageContext = createContext<PageContext | undefined>(undefined);
export const PageContextProvider = ReactPageContext;

export function usePageContext(): PageContext {
  const page = use(ReactPageContext);
  if (!page) throw new Error("No page context around this screen");
  return page;
}

/** The network that the screen is about. */
export function useNetwork(): StaffNetwork {
  const { network } = usePageContext();
  if (network === null) throw new Error("No network in this address");
  return network;
}

/** The formats of the page's language and the network's zone. */
export function useFormats(): Formats {
  const { language } = useFrame();
  const { timeZone } = useNetwork();
  return useMemo(() => formatsFor(language, timeZone), [language, timeZone]);
}
