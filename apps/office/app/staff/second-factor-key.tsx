import { Button } from "@guichet/ui/button.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { useT } from "../shell/texts.tsx";
import { CodeField } from "./code-fields.tsx";

/** The key for an authenticator app: as a QR code, as text, as a link for an app on this device. */
export interface AppKey {
  key: string;
  uri: string;
  qr: { side: number; path: string };
}

/** The key of a second factor, and the field for the code that confirms it. */
export function SecondFactorKey({ shown, error }: { shown: AppKey; error: string | undefined }) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST";
  const { key, uri, qr } = shown;
  return (
    <Stack>
      <h2>{t("staff.factor.scan")}</h2>
      <svg className="app-key" viewBox={`0 0 ${qr.side} ${qr.side}`} shapeRendering="crispEdges" role="img">
        <title>{t("staff.factor.qr")}</title>
        <path fill="#fff" d={`M0 0h${qr.side}v${qr.side}H0z`} />
        <path fill="#000" d={qr.path} />
      </svg>
      <p>
        {t("staff.factor.key")} <code dir="ltr">{key.replaceAll(/(.{4})(?!$)/g, "$1 ")}</code>
      </p>
      <p>
        <a href={uri}>{t("staff.factor.open-app")}</a>
      </p>
      <h2>{t("staff.factor.confirm")}</h2>
      <Form method="post">
        <Stack>
          <input type="hidden" name="intent" value="confirm" />
          <CodeField label={t("staff.factor.code")} error={error} />
          <Button variant="main" big busy={busy && t("staff.factor.checking")}>
            {t("staff.factor.confirm.do")}
          </Button>
        </Stack>
      </Form>
    </Stack>
  );
}
