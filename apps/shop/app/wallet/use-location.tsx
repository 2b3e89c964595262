import { geolocationDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useEffect, useRef } from "react";
import { Form, useFetcher } from "react-router";
import { useT } from "../texts/texts.tsx";

const positionTimeoutMs = 10_000;

/** Asks once, after a use, whether to share its location; users who agreed share it automatically. Runs in the background. */
export function UseLocation({ useId, agreed }: { useId: string; agreed: boolean | null }) {
  if (agreed === false) return null;
  return agreed === null ? <AskLocation useId={useId} /> : <SendLocation useId={useId} />;
}

function AskLocation({ useId }: { useId: string }) {
  const t = useT();
  return (
    <Notice title={t("wallet.position.ask")}>
      <p>{t("wallet.position.text", { days: geolocationDays })}</p>
      <Form method="post" className="row">
        <input type="hidden" name="what" value="position-choice" />
        <input type="hidden" name="use" value={useId} />
        <Button name="agreed" value="no">
          {t("wallet.position.no")}
        </Button>
        <Button name="agreed" value="yes">
          {t("wallet.position.yes")}
        </Button>
      </Form>
    </Notice>
  );
}

function SendLocation({ useId }: { useId: string }) {
  const t = useT();
  const { submit } = useFetcher();
  const sent = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (sent.current === useId || !navigator.geolocation) return;
    sent.current = useId;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        void submit({ what: "position", use: useId, latitude, longitude, accuracy }, { method: "post" }),
      () => undefined,
      { timeout: positionTimeoutMs },
    );
  }, [useId, submit]);
  return (
    <Form method="post" className="row small soft" data-ends="">
      <span>{t("wallet.position.on")}</span>
      <input type="hidden" name="what" value="position-choice" />
      <Button variant="quiet" name="agreed" value="no">
        {t("wallet.position.stop")}
      </Button>
    </Form>
  );
}
