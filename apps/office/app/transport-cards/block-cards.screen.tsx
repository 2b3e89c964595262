import { uploadMaxMegabytes } from "@guichet/contract/limits/file-limits.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { cardBlocksPerFileMax, cardFileLinesMax } from "@guichet/contract/limits/transport-card-limits.ts";
import { CardIncident } from "@guichet/contract/transport-cards.ts";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { fileIn, fileRefusalText } from "./card-file.ts";
import { CardFileForm } from "./card-file-form.tsx";
import { CardFileReport } from "./card-file-report.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  await permittedNetworkOf(requestContextOf(context), params.network, "cards.register");
  return null;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const file = await fileIn(form);
  const typed = { incident: `${form.get("incident") ?? ""}`, note: `${form.get("note") ?? ""}` };
  if (!file.ok) return refused(file.code, { field: file.details?.field, preview: null, typed });
  const incident = CardIncident.safeParse(typed.incident).data;
  const values = incident === undefined ? {} : { incident };
  if (form.get("what") === "confirm") {
    const digest = `${form.get("digest") ?? ""}`;
    const note = typed.note.trim();
    if (note === "") return refused("FIELD_REQUIRED", { field: "note", preview: null, typed });
    const outcome = await ctx.call("blockCards", { ...values, digest, note }, network.id, { file: file.value });
    if (!outcome.ok) return refused(outcome.code, { field: outcome.details?.field, preview: null, typed });
    const done = new URLSearchParams({ done: "blocked", count: `${outcome.value.blocked}` });
    return redirect(`${href("cardStock", { network: network.id })}?${done}`, { status: 303 });
  }
  const outcome = await ctx.call("previewCardBlocks", values, network.id, { file: file.value });
  if (!outcome.ok) return refused(outcome.code, { field: outcome.details?.field, preview: null, typed });
  return { code: undefined, field: undefined, preview: outcome.value.preview, typed };
}

/** Cards to block from a list: checked first, then blocked as a whole, with a reason. */
export default function BlockCards() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const answer = useActionData<typeof action>();
  const preview = answer?.preview ?? undefined;
  const count = preview === undefined ? 0 : preview.held + preview.blank;
  const confirm =
    preview?.faultCount === 0 && count > 0
      ? { does: t("transport-cards.blocks.confirm", { count }), doing: t("transport-cards.blocking") }
      : undefined;
  const limits = { megabytes: uploadMaxMegabytes, lines: cardFileLinesMax, held: cardBlocksPerFileMax };
  return (
    <OfficePage
      title={t("transport-cards.blocks.title")}
      text={t("transport-cards.blocks.text")}
      back={{ href: href("cardStock", { network: network.id }), label: t("transport-cards.stock.back") }}
      refused={answer?.code && fileRefusalText(t, answer)}
    >
      <CardFileForm
        label={t("transport-cards.blocks.file")}
        hint={t("transport-cards.blocks.hint", limits)}
        digest={preview?.digest}
        confirm={confirm}
      >
        <BlockFields typed={answer?.typed} needsNote={confirm !== undefined} />
      </CardFileForm>
      {preview && (
        <CardFileReport
          does="blocks"
          counts={[
            ["lines", preview.lines],
            ["held", preview.held],
            ["blank", preview.blank],
            ["blocked", preview.unchanged],
          ]}
          changes={count > 0}
          read={
            preview.heldCards.length === 0
              ? []
              : [{ term: t("transport-cards.blocks.held-cards"), value: formats.list(preview.heldCards) }]
          }
          faultCount={preview.faultCount}
          faults={preview.faults}
        />
      )}
    </OfficePage>
  );
}

/** The reason of lines without one, and, before the confirmation, why the list is blocked. */
function BlockFields({
  typed,
  needsNote,
}: {
  typed: { incident: string; note: string } | undefined;
  needsNote: boolean;
}) {
  const t = useT();
  return (
    <>
      <Select
        label={t("transport-cards.blocks.incident")}
        name="incident"
        defaultValue={typed?.incident ?? ""}
        options={[
          { value: "", label: t("transport-cards.blocks.incident.none") },
          ...CardIncident.options.map((one) => ({ value: one, label: t(`transport-cards.incident.${one}`) })),
        ]}
      />
      {needsNote && (
        <TextArea
          label={t("transport-cards.blocks.note")}
          name="note"
          rows={2}
          maxLength={auditReasonMaxLength}
          defaultValue={typed?.note ?? ""}
          required
        />
      )}
    </>
  );
}
