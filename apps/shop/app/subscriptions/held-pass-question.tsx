import type { LineWarning } from "@guichet/contract/cart.ts";
import { duplicateKey, duplicatesToConfirm } from "./duplicate-answers.ts";
import { DuplicateQuestion } from "./duplicate-question.tsx";
import { HeldPasses } from "./held-pass.tsx";

interface HeldPassQuestionProps {
  warnings: readonly LineWarning[];
  /** What distinguishes the checkboxes of this notice on its page. */
  scope: string;
  error?: string | undefined;
  /** Keys of the subscriptions that the customer has confirmed. */
  accepted: readonly string[];
  accept: (key: string, accepted: boolean) => void;
}

/** Passes that a traveller already has, and the question whether to buy in addition to an active subscription. */
export function HeldPassQuestion({ warnings, scope, error, accepted, accept }: HeldPassQuestionProps) {
  const asked = duplicatesToConfirm(warnings);
  if (asked.length === 0) return <HeldPasses warnings={warnings} />;
  return (
    <HeldPasses warnings={warnings}>
      {asked.map((warning, place) => {
        const key = duplicateKey(warning);
        const isAccepted = accepted.includes(key);
        return (
          <DuplicateQuestion
            key={key}
            warning={warning}
            name={`duplicate-${scope}-${place}`}
            checked={isAccepted}
            onChange={({ currentTarget: { checked } }) => accept(key, checked)}
            error={isAccepted ? undefined : error}
          />
        );
      })}
    </HeldPasses>
  );
}
