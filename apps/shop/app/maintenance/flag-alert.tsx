import type { AlertFlag } from "@guichet/contract/maintenance.ts";
import { lazyPart } from "../page/lazy-part.tsx";
import { usePageContext } from "../page/page-context.tsx";

const AlertNotice = lazyPart(() => import("./alert-notice.tsx").then((module) => module.AlertNotice));

/** The current alert about ordering or validation, if any. */
export function FlagAlert({ flag }: { flag: AlertFlag }) {
  const alert = usePageContext().alerts[flag];
  return alert ? <AlertNotice flag={flag} alert={alert} /> : null;
}

/** Whether an alert has closed ordering. The cart is not changed. */
export const useOrderingClosed = (): boolean => usePageContext().alerts.ORDER?.level === "CRITICAL";
