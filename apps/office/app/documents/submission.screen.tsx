import { DocumentReason } from "@guichet/contract/documents.ts";
import { ExaminedPerson, type ExaminedSubmission } from "@guichet/contract/office/documents.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { Holder } from "../shell/holder.tsx";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { DecisionFlash } from "./decision-flash.tsx";
import { DecisionForms } from "./decision-forms.tsx";
import { UploadedDocuments } from "./uploaded-documents.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("officeSubmission", { submissionId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const submissionId = params.id ?? "";
  const form = await request.formData();
  const what = form.get("what");
  if (what === "take" || what === "take-over") {
    const outcome = await ctx.call("takeSubmission", { submissionId, takeOver: what === "take-over" }, network.id);
    return outcome.ok ? null : refused(outcome.code);
  }
  const verdict = (["accept", "refuse", "ask"] as const).find((known) => known === what);
  if (verdict === undefined) return { code: "FIELD_INVALID" as const };
  const reason = DocumentReason.safeParse(form.get("reason")).data;
  const remark = `${form.get("remark") ?? ""}`.trim();
  const seen = ExaminedPerson.safeParse({
    firstName: form.get("firstName"),
    lastName: form.get("lastName"),
    birthDate: form.get("birthDate") || null,
  }).data;
  const values = {
    submissionId,
    verdict,
    remark,
    ...(reason === undefined ? {} : { reason }),
    ...(seen === undefined ? {} : { examinedFor: seen }),
  };
  const outcome = await ctx.call("decideSubmission", values, network.id);
  if (!outcome.ok) return refused(outcome.code);
  const { next, submissionStatus } = outcome.value;
  const flash = new URLSearchParams({ decided: submissionStatus, number: `${form.get("number") ?? ""}`.slice(0, 20) });
  const place =
    next === null ? href("documents", { network: network.id }) : href("submission", { network: network.id, id: next });
  return redirect(`${place}?${flash}`, { status: 303 });
}

/** One submission: its documents, the applicant and the request, and the decision; then the next submission. */
export default function Submission() {
  const t = useT();
  const network = useNetwork();
  const { submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useKeys({ t: "take", a: "accept", r: "reason", c: "reason" });
  return (
    <OfficePage
      title={t("documents.one", { number: submission.number })}
      back={{ href: href("documents", { network: network.id }), label: t("documents.back") }}
      flash={<DecisionFlash />}
      refused={answer?.code && refusalText(t, answer.code)}
    >
      <Split
        aside={
          <Stack>
            <Who submission={submission} />
            <DecisionForms
              key={`${submission.submissionId} ${submission.status} ${submission.isMine}`}
              submission={submission}
            />
            <History events={submission.events} />
          </Stack>
        }
      >
        {submission.personChanged && <Notice>{t("documents.person-changed.text")}</Notice>}
        <UploadedDocuments submission={submission} />
      </Split>
    </OfficePage>
  );
}

function Who({ submission }: { submission: ExaminedSubmission }) {
  const t = useT();
  const formats = useFormats();
  const { firstName, lastName, birthDate, holder, itemName, waitingSince, expectedOn } = submission;
  const facts = [
    { term: t("documents.traveller"), value: <bdi>{`${firstName} ${lastName}`}</bdi> },
    { term: t("documents.born"), value: birthDate ? formats.shortDay(birthDate) : t("documents.unknown") },
    { term: t("documents.article"), value: itemName },
    { term: t("documents.waits"), value: formats.shortInstant(waitingSince) },
    { term: t("documents.answer-by"), value: formats.shortDay(expectedOn) },
    { term: t("documents.holder"), value: <Holder name={holder.name} email={holder.email} /> },
  ];
  return <Facts facts={facts} />;
}

const events = ["created", "taken", "accepted", "refused", "asked", "completed", "cancelled"] as const;

function History({ events: flash }: Pick<ExaminedSubmission, "events">) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h2>{t("documents.history")}</h2>
      <ol className="history">
        {flash.map(({ at, event, author, by }) => {
          const known = events.find((each) => each === event);
          const who =
            author === "customer"
              ? t("documents.by.customer")
              : author === "staff"
                ? t("documents.by.staff", { name: by ?? "–" })
                : t("documents.by.guichet");
          return (
            <li key={`${at} ${event}`}>
              <span>{formats.shortInstant(at)}</span>
              <span>{`${known === undefined ? event : t(`documents.event.${known}`)} ${who}`}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
