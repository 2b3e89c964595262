import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { useEffect, useRef } from "react";
import { type FetcherWithComponents, useFetcher } from "react-router";
import type { LineProofProps } from "../cart/proof/line-proof.ts";
import { useFormats } from "../formats/formats.ts";
import { href, lineProofHref } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { useRefusalText } from "../texts/use-refusal-text.ts";
import type { Proved } from "./line-proof.action.ts";
import type { LineProof as Proof } from "./line-proof.server.ts";
import { QualifyForm } from "./qualify-form.tsx";

/** Proof of a right in the cart: a public body answers in seconds; an examiner answers by the day named here. */
export function LineProof({ item, userId, scope, settled }: LineProofProps) {
  const proof = useFetcher<Proof | null>();
  const answer = useFetcher<Proved>();
  const address = lineProofHref(item, userId);
  const { load } = proof;
  useEffect(() => void load(address), [load, address]);
  useSettled(answer, settled);
  const t = useT();
  if (!proof.data) return null;
  return (
    <div className="stack" data-gap="m">
      {proof.data.documents.length === 0 && <p>{t("documents.proof.needed")}</p>}
      <Providers {...{ proof: proof.data, userId, scope, address, answer }} />
      <Statuses proof={proof.data} address={address} answer={answer} />
      <Examination proof={proof.data} />
    </div>
  );
}

type Answer = FetcherWithComponents<Proved>;

/** Calls `settled` once for each answer that succeeded. */
function useSettled({ state, data }: Answer, settled: () => void): void {
  const seen = useRef<Proved>(undefined);
  useEffect(() => {
    if (state !== "idle" || data === undefined || data === seen.current) return;
    seen.current = data;
    if (data.ok) settled();
  }, [state, data, settled]);
}

interface PartProps {
  proof: Proof;
  address: string;
  answer: Answer;
}

/** The questions of each provider that can confirm the right, and its refusal. */
function Providers({ proof, userId, scope, address, answer }: PartProps & { userId: string; scope: string }) {
  const t = useT();
  const fault = answer.state === "idle" && answer.data && !answer.data.ok ? answer.data : undefined;
  const refusal = useRefusalText(fault !== undefined);
  const asked = proof.documents.flatMap(({ typeId, providers }) => providers.map((provider) => ({ typeId, provider })));
  if (asked.length === 0) return null;
  const words = fault && faultText(fault.code);
  function faultText(code: string): string {
    if (code === "FIELD_REQUIRED" || code === "FIELD_INVALID") return t("documents.error.input");
    return code === "QUALIFICATION_CONSENT_REQUIRED" ? t("documents.error.consent") : refusal(code);
  }
  return (
    <>
      <p>{t("documents.without-paper")}</p>
      {asked.map(({ typeId, provider }) => (
        <Disclosure
          key={`${typeId} ${provider.id}`}
          summary={t("documents.by-provider", { name: provider.name })}
          open={asked.length === 1}
        >
          <QualifyForm
            {...{ action: address, provider, typeId, userId, scope, fetcher: answer }}
            error={(field) => (fault?.field === field ? words : undefined)}
            by={provider.inputs === null ? "identity" : "inputs"}
          />
        </Disclosure>
      ))}
      {fault && fault.field === undefined && <p role="alert">{words}</p>}
    </>
  );
}

/** Buttons that declare the article's status, which a document sent to an examiner needs as well. */
function Statuses({ proof: { statuses, documents }, address, answer }: PartProps) {
  const t = useT();
  if (statuses.length === 0) return null;
  const isConfirmed = statuses.length === 1 && documents.some(({ providers }) => providers.length > 0);
  return (
    <answer.Form method="post" action={address} className="stack" data-gap="m">
      <input type="hidden" name="what" value="declare" />
      {isConfirmed && <p className="small soft">{t("documents.proof.status")}</p>}
      {statuses.map(({ id, name }) => (
        <Button key={id} variant="quiet" name="tariffStatus" value={id}>
          {t("documents.proof.declare", { name })}
        </Button>
      ))}
    </answer.Form>
  );
}

/** The day by which an examiner decides, and that the cart is stored until then. */
function Examination({ proof: { documents, open, expectedOn } }: Pick<PartProps, "proof">) {
  const t = useT();
  const formats = useFormats();
  if (open === null) {
    const text = t("documents.proof.examined", { day: formats.day(expectedOn) });
    return documents.length === 0 ? null : <p>{text}</p>;
  }
  const { number, status, submissionId } = open;
  return (
    <>
      <p>
        {status === "to complete"
          ? t("documents.proof.to-complete", { number })
          : t("documents.proof.open", { number, day: formats.day(open.expectedOn) })}
      </p>
      <LinkButton variant="quiet" href={href("submissions", undefined, { request: submissionId })}>
        {t("documents.follow")}
      </LinkButton>
    </>
  );
}
