import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { beneficiaryName } from "../subscriptions/subscription-words.tsx";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import { EndChoice } from "./end-choice.tsx";
import { type Effect, TerminationEffects } from "./termination-effects.tsx";
import { readChoice } from "./termination-forms.ts";
import { terminationFault } from "./termination-words.ts";

export type Terminable = Subscription & { mayTerminate: NonNullable<Subscription["mayTerminate"]> };

/** The contracts of the signed-in holder, one of which is terminated at once. */
export function OwnContracts({ contracts, answer }: { contracts: Terminable[]; answer: SentBack | undefined }) {
  const t = useT();
  const formats = useFormats();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readChoice(typed)),
    words: (fault) => terminationFault(t, fault),
    answer,
  });
  return (
    <>
      <Title faulty={form.faulty}>{t("terminations.title")}</Title>
      {form.summary}
      <PageHead title={t("terminations.title")} />
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="choose" />
        <ChoiceGroup id="subscription" label={t("terminations.contract")} error={form.error("subscription")}>
          {contracts.map((one) => (
            <Choice
              key={one.subscriptionId}
              name="subscription"
              value={one.subscriptionId}
              defaultChecked={contracts.length === 1}
              title={<bdi>{one.product.name}</bdi>}
              note={<bdi>{beneficiaryName(one)}</bdi>}
              more={t("terminations.ends.earliest", { day: formats.day(one.mayTerminate.lastDay) })}
            />
          ))}
        </ChoiceGroup>
        <Button variant="main" big busy={form.busy && t("terminations.busy")}>
          {t("terminations.continue")}
        </Button>
      </Form>
      <p>
        <TextLink href={href("terminate", undefined, { other: "1" })}>{t("terminations.own.other")}</TextLink>
      </p>
    </>
  );
}

interface OwnSummaryProps {
  one: Terminable;
  /** The effect of ending it on the chosen day. */
  ending: Effect;
  /** Whether the effect has changed since the page showed it. */
  changed: boolean;
  refused: string | undefined;
}

/** The effect of terminating the holder's own contract, and the button that terminates it. */
export function OwnSummary({ one, ending, changed, refused }: OwnSummaryProps) {
  const t = useT();
  const navigation = useNavigation();
  const { effect, lastDay } = ending;
  const contract = { ...one.mayTerminate, laterEnds: one.laterEnds };
  const choice = { what: "choose", subscription: one.subscriptionId };
  return (
    <>
      <Title>{t("terminations.summary.title")}</Title>
      {refused !== undefined && <Notice tone="bad" role="alert" title={refusalText(t, refused)} />}
      {changed && <Notice tone="wait" role="alert" title={t("terminations.confirm.changed")} />}
      <PageHead title={t("terminations.summary.title")}>
        <bdi>{one.product.name}</bdi> · <bdi>{beneficiaryName(one)}</bdi>
      </PageHead>
      <TerminationEffects {...ending} />
      <EndChoice contract={contract} chosen={lastDay} method="post" values={choice} />
      <Form method="post" className="stack" data-gap="m">
        <input type="hidden" name="what" value="end" />
        <input type="hidden" name="subscription" value={one.subscriptionId} />
        <input type="hidden" name="effect" value={effect} />
        <input type="hidden" name="lastDay" value={lastDay} />
        <Button variant="main" big busy={navigation.formMethod === "POST" && t("terminations.busy")}>
          {t("terminations.notify")}
        </Button>
        <LinkButton variant="quiet" big href={href("terminate")}>
          {t("terminations.keep")}
        </LinkButton>
      </Form>
    </>
  );
}
