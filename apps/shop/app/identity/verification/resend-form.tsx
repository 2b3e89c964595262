import { Button } from "@guichet/ui/button.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useT } from "../../texts/texts.tsx";
import { waitText } from "../forms/wait-text.ts";

/** Form to resend the e-mail, with a countdown until it is allowed. */
export function ResendForm({ seconds }: { seconds: number }) {
  const t = useT();
  const left = useCountdown(seconds);
  const navigation = useNavigation();
  const isOurs = navigation.formData?.get("what") !== "code";
  const busy = navigation.state !== "idle" && navigation.formMethod === "POST" && isOurs;
  return (
    <Form
      method="post"
      className="stack"
      onSubmit={(event) => {
        if (left > 0) event.preventDefault();
      }}
    >
      <Button
        big
        variant="plain"
        busy={busy && t("identity.busy")}
        aria-disabled={left > 0 ? true : undefined}
        aria-describedby={left > 0 ? "resend-wait" : undefined}
      >
        {t("identity.unverified.resend")}
      </Button>
      {left > 0 && (
        <p className="small soft" id="resend-wait">
          {waitText(t, left)}
        </p>
      )}
      <LiveRegion>{seconds > 0 && left === 0 ? t("identity.unverified.ready") : null}</LiveRegion>
    </Form>
  );
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
