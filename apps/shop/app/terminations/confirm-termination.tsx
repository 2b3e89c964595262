import type { NotifiedTermination, TerminableContract } from "@guichet/contract/terminations.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { effectOn } from "./chosen-end.ts";
import { EndChoice } from "./end-choice.tsx";
import { TerminationEffects } from "./termination-effects.tsx";
import { TerminationReceipt } from "./termination-receipt.tsx";
import { terminationFault } from "./termination-words.ts";

interface LinkProps {
  code: string;
  /** null: the code is unknown or expired. */
  termination: NotifiedTermination | null;
  /** The contract that was chosen among several; null: none yet. */
  chosen: string | null;
  /** The last day that was chosen on the page; null: the one that the sender of the termination would like. */
  endOn: string | null;
  refused: string | undefined;
}

/** The page opened from the link in the e-mail: the effect, the receipt afterwards, or why there is neither. */
export function TerminationLink({ termination, ...shown }: LinkProps) {
  if (termination === null) return <LinkSpent />;
  const { contracts, confirmed, reference, requestedAt } = termination;
  if (confirmed === null && contracts.length === 0) return <NothingToTerminate />;
  if (confirmed === null) return <ConfirmTermination termination={termination} {...shown} />;
  const { name, traveller, lastDay: endsOn, effect, refund, at: confirmedAt } = confirmed;
  const notified = { reference, at: requestedAt, endOn: termination.endOn };
  const receipt = { name, traveller, endsOn, renews: effect === "AT_DATE", refund, confirmedAt, notified };
  return <TerminationReceipt receipt={receipt} />;
}

type ConfirmProps = LinkProps & { termination: NotifiedTermination };

/** The effect of the termination; only its button terminates the contract. */
function ConfirmTermination({ code, termination, chosen, endOn: chosenEnd, refused }: ConfirmProps) {
  const t = useT();
  const formats = useFormats();
  const { contracts, requestedAt, endOn } = termination;
  const [only] = contracts;
  const one = contracts.length === 1 ? only : contracts.find(({ subscriptionId }) => subscriptionId === chosen);
  return (
    <>
      <Title>{t("terminations.confirm.title")}</Title>
      {refused !== undefined && <Refused code={refused} />}
      <PageHead title={t("terminations.confirm.title")}>
        {t("terminations.confirm.lead", { at: formats.instant(requestedAt) })}
      </PageHead>
      {one === undefined && <ContractLinks code={code} contracts={contracts} />}
      {one && <OneContract code={code} one={one} desired={chosenEnd ?? endOn} />}
      {one && chosenEnd === null && endOn !== null && endOn !== one.preferredEnd && (
        <Notice tone="wait">{t("terminations.confirm.end-on", { day: formats.day(endOn) })}</Notice>
      )}
    </>
  );
}

function Refused({ code }: { code: string }) {
  const t = useT();
  if (code === "CHANGED") return <Notice tone="wait" role="alert" title={t("terminations.confirm.changed")} />;
  if (code === "PAYMENT_UNAVAILABLE") {
    return <Notice tone="wait" role="alert" title={t("terminations.confirm.paying")} />;
  }
  return <Notice tone="bad" role="alert" title={terminationFault(t, { code })} />;
}

/** The contracts of an account, each a link to its effect. */
function ContractLinks({ code, contracts }: { code: string; contracts: readonly TerminableContract[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <section className="stack" aria-labelledby="contracts">
      <h2 id="contracts">{t("terminations.contract")}</h2>
      {contracts.map(({ subscriptionId, name, traveller, preferredEnd }) => (
        <Item
          key={subscriptionId}
          href={href("terminate", undefined, { code, contract: subscriptionId })}
          name={<bdi>{name}</bdi>}
          note={
            <>
              <bdi>{traveller}</bdi> · {t("terminations.own.end", { day: formats.day(preferredEnd) })}
            </>
          }
        />
      ))}
    </section>
  );
}

function OneContract({ code, one, desired }: { code: string; one: TerminableContract; desired: string | null }) {
  const t = useT();
  const navigation = useNavigation();
  const ending = effectOn(one, desired);
  const choice = { code, contract: one.subscriptionId };
  return (
    <>
      <p>
        <strong>
          <bdi>{one.name}</bdi>
        </strong>{" "}
        · <bdi>{one.traveller}</bdi>
      </p>
      <TerminationEffects {...ending} />
      <EndChoice contract={one} chosen={ending.lastDay} method="get" values={choice} />
      <Form method="post" className="stack" data-gap="m">
        <input type="hidden" name="what" value="confirm" />
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="subscription" value={one.subscriptionId} />
        <input type="hidden" name="effect" value={ending.effect} />
        <input type="hidden" name="lastDay" value={ending.lastDay} />
        <Button variant="main" big busy={navigation.formMethod === "POST" && t("terminations.busy")}>
          {t("terminations.confirm.button")}
        </Button>
        <LinkButton variant="quiet" big href={href("home")}>
          {t("terminations.keep")}
        </LinkButton>
      </Form>
    </>
  );
}

/** No contract of the link can be terminated at the moment. */
function NothingToTerminate() {
  const t = useT();
  return (
    <>
      <Title>{t("terminations.confirm.none.title")}</Title>
      <PageHead title={t("terminations.confirm.none.title")} />
      <Notice tone="wait">{t("terminations.confirm.none")}</Notice>
    </>
  );
}

/** The link is unknown or has expired. */
function LinkSpent() {
  const t = useT();
  return (
    <>
      <Title>{t("terminations.link.title")}</Title>
      <PageHead title={t("terminations.link.title")} />
      <Notice tone="wait">{t("terminations.link.text")}</Notice>
      <LinkButton variant="main" big href={href("terminate")}>
        {t("terminations.link.again")}
      </LinkButton>
    </>
  );
}
