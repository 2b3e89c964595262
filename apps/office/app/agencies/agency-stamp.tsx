import type { OfficeAgency } from "@guichet/contract/office/agencies.ts";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useT } from "../shell/texts.tsx";

/** Whether an agency is open at this moment, or closed for good. */
export function AgencyStamp({ agency: { closedAt, isOpenNow } }: { agency: OfficeAgency }) {
  const t = useT();
  if (closedAt !== null) return <Stamp tone="bad">{t("shell.agency.closed-for-good")}</Stamp>;
  return isOpenNow ? (
    <Stamp tone="ok">{t("agencies.open-now")}</Stamp>
  ) : (
    <Stamp tone="wait">{t("agencies.closed-now")}</Stamp>
  );
}
