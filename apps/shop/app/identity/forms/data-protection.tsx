import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { usePageContext } from "../../page/page-context.tsx";
import { Formatted } from "../../texts/formatted.tsx";
import { useT } from "../../texts/texts.tsx";

/** The network's text on data protection (§1), if any. */
export function DataProtection() {
  const t = useT();
  const { dataProtectionHtml } = usePageContext();
  if (!dataProtectionHtml) return null;
  return (
    <Disclosure summary={t("identity.data-protection")}>
      <div className="small">
        <Formatted html={dataProtectionHtml} />
      </div>
    </Disclosure>
  );
}
