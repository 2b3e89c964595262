import type { Staff, StaffNetwork } from "@guichet/contract/office/staff.ts";
import { hasPermission, type StaffPermission } from "@guichet/contract/staff-roles.ts";
import { useFrame } from "@guichet/web/frame.tsx";
import { createContext, use, useMemo } from "react";
import { type OfficeFormats, officeFormatsFor } from "./office-formats.ts";

/** The data shared by every screen after sign-in. */
export interface PageContext {
  staff: Staff;
  /** The network in the address; null: a page about the user's own account. */
  network: StaffNetwork | null;
  /** Whether single-key shortcuts are enabled. */
  keys: boolean;
}

const ReactPageContext = createContext<PageContext | undefined>(undefined);
export const PageContextProvider = ReactPageContext;

export function usePageContext(): PageContext {
  const page = use(ReactPageContext);
  if (!page) throw new Error("No page context around this screen");
  return page;
}

/** The network of the current screen. */
export function useNetwork(): StaffNetwork {
  const { network } = usePageContext();
  if (network === null) throw new Error("No network in this address");
  return network;
}

/** Tells whether the user has a permission in the network of the current screen. The Ticket API checks it with each call. */
export function useMay(): (permission: StaffPermission) => boolean {
  const { roles } = useNetwork();
  return (permission) => hasPermission(roles, permission);
}

/** The formats of the page's language and the network's zone. */
export function useFormats(): OfficeFormats {
  const { language } = useFrame();
  const { timeZone } = useNetwork();
  return useMemo(() => officeFormatsFor(language, timeZone), [language, timeZone]);
}
