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
import { TerminationEffects } from "./termination-effects.tsx";
import { TerminationReceipt } from "./termination-receipt.tsx";
import { terminationFault } from "./termination-words.ts";

interface LinkProps {
  code: string;
  /** null: the code is unknown or expired. */
  termination: NotifiedTermination | null;
  /** The contract that was chosen among several; null: none yet. */
  chosen: string | null;
  refused: string | undefined;
}

/** The page opened by the link in the e-mail: the effect, the receipt afterwards, or why there is neither. */
export function TerminationLink({ termination, ...shown }: LinkProps) {
  if (termination === null) return <LinkSpent />;
  const { contracts, confirmed, reference, requestedAt } = termination;
  if (confirmed === null && contracts.length === 0) return <NothingToTerminate />;
  if (confirmed === null) return <ConfirmTermination termination={termination} {...shown} />;
  const { name, traveller, lastDay: endsOn, refund, at: confirmedAt } = confirmed;
  const notified = { reference, at: requestedAt };
  return <TerminationReceipt receipt={{ name, traveller, endsOn, refund, confirmedAt, notified }} />;
}

interface ConfirmProps {
  code: string;
  termination: NotifiedTermination;
  /** The contract that was chosen among several; null: none yet. */
  chosen: string | null;
  refused: string | undefined;
}

/** The effect of the termination; only its button terminates the contract. */
function ConfirmTermination({ code, termination, chosen, refused }: ConfirmProps) {
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
      {one && <OneContract code={code} one={one} />}
      {one && endOn !== null && endOn !== one.lastDay && (
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
      {contracts.map(({ subscriptionId, name, traveller, lastDay }) => (
        <Item
          key={subscriptionId}
          href={href("terminate", undefined, { code, contract: subscriptionId })}
          name={<bdi>{name}</bdi>}
          note={
            <>
              <bdi>{traveller}</bdi> · {t("terminations.own.end", { day: formats.day(lastDay) })}
            </>
          }
        />
      ))}
    </section>
  );
}

function OneContract({ code, one }: { code: string; one: TerminableContract }) {
  const t = useT();
  const navigation = useNavigation();
  return (
    <>
      <p>
        <strong>
          <bdi>{one.name}</bdi>
        </strong>{" "}
        · <bdi>{one.traveller}</bdi>
      </p>
      <TerminationEffects {...one} />
      <Form method="post" className="stack" data-gap="m">
        <input type="hidden" name="what" value="confirm" />
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="subscription" value={one.subscriptionId} />
        <input type="hidden" name="effect" value={one.effect} />
        <input type="hidden" name="lastDay" value={one.lastDay} />
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
