import type { AlertFlag } from "@guichet/contract/maintenance.ts";
import { lazyPart } from "../page/lazy-part.tsx";
import { usePageContext } from "../page/page-context.tsx";

const AlertNotice = lazyPart(() => import("./alert-notice.tsx").then((module) => module.AlertNotice));

/** The alert about ordering or validation, where there is one. */
export function FlagAlert({ flag }: { flag: AlertFlag }) {
  const alert = usePageContext().alerts[flag];
  return alert ? <AlertNotice flag={flag} alert={alert} /> : null;
}

/** Is ordering closed by an alert? The cart stays as it is. */
export const useOrderingClosed = (): boolean => usePageContext().alerts.ORDER?.level === "CRITICAL";
