import type { CheckedForm } from "../../forms/checked-form.tsx";
import { duplicatesToConfirm } from "../../subscriptions/duplicate-answers.ts";
import { DuplicateQuestion } from "../../subscriptions/duplicate-question.tsx";
import { HeldPasses } from "../../subscriptions/held-pass.tsx";
import type { ExpressOffer } from "./express-offer.server.ts";

/** Passes that travellers already have, and the question whether to buy in addition to an active subscription (decision 096). */
export function ExpressHeldPasses({ held, form }: { held: ExpressOffer["held"]; form: CheckedForm }) {
  const [asked] = duplicatesToConfirm(held);
  if (asked === undefined) return <HeldPasses warnings={held} />;
  return (
    <HeldPasses warnings={held}>
      <DuplicateQuestion
        warning={asked}
        name="duplicate"
        error={form.error("duplicate")}
        defaultChecked={form.value("duplicate") !== undefined}
      />
    </HeldPasses>
  );
}
