import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import type { SentBack } from "../forms/form-values.ts";
import { RenewingSubscriptions } from "../subscriptions/renewing-subscriptions.tsx";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import type { TravellerShown } from "./traveller.server.ts";

interface DeactivationProps {
  traveller: TravellerShown;
  /** The subscriptions that must be ended first. */
  running: readonly { id: string; name: string }[];
  answer: (SentBack & { what: string }) | undefined;
}

/** Deactivates a traveller, after explaining the consequences, or reactivates them (§4). */
export function Deactivation({ traveller: { firstName, isActive }, running, answer }: DeactivationProps) {
  const t = useT();
  const refused = answer?.what === "deactivation" || answer?.what === "restoration" ? answer.faults[0] : undefined;
  const flash = refused && <Notice tone="bad" role="alert" title={refusalText(t, refused.code)} />;
  if (!isActive) {
    return (
      <Sheet title={t("travellers.deactivated")} id="restoration">
        {flash}
        <p className="soft">{t("travellers.restore.text", { name: firstName })}</p>
        <Form method="post">
          <input type="hidden" name="what" value="restoration" />
          <Button variant="main" big>
            {t("travellers.restore")}
          </Button>
        </Form>
      </Sheet>
    );
  }
  return (
    <Sheet title={t("travellers.deactivate.title")} id="deactivation">
      {flash}
      <Disclosure summary={t("travellers.deactivate", { name: firstName })} open={refused !== undefined}>
        <Form method="post" className="stack">
          <input type="hidden" name="what" value="deactivation" />
          <p className="soft">{t("travellers.deactivate.text", { name: firstName })}</p>
          <RenewingSubscriptions renewing={running} />
          <Button>{t("travellers.deactivate.confirm")}</Button>
        </Form>
      </Disclosure>
    </Sheet>
  );
}
