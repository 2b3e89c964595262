import { Button } from "@guichet/ui/button.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { useEffect, useRef, useState } from "react";
import { useT } from "../shell/texts.tsx";

/** The recovery codes, shown only once, to print, copy or write down. `onwards`: the next page. */
export function RecoveryCodes({ codes, onwards }: { codes: readonly string[]; onwards: string }) {
  const t = useT();
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.focus(), []);
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <div ref={shown} tabIndex={-1} className="stack recovery-codes">
      <title>{t("staff.factor.codes.title")}</title>
      <PageHead title={t("staff.factor.codes.title")}>{t("staff.factor.codes.text")}</PageHead>
      <ol dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="no-print">
        <Stack>
          {hydrated && (
            <div className="row">
              <Button type="button" onClick={() => window.print()}>
                {t("staff.factor.codes.print")}
              </Button>
              <Button type="button" onClick={copy}>
                {t("staff.factor.codes.copy")}
              </Button>
            </div>
          )}
          <LiveRegion>{copied ? t("staff.factor.codes.copied") : null}</LiveRegion>
          <LinkButton href={onwards} variant="main" big>
            {t("staff.factor.codes.done")}
          </LinkButton>
        </Stack>
      </div>
    </div>
  );
}
