import { uploadMaxMegabytes } from "@guichet/contract/limits/file-limits.ts";
import { cardFileLinesMax } from "@guichet/contract/limits/transport-card-limits.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useNetwork } from "../shell/page-context.tsx";
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
  if (!file.ok) return refused(file.code, { field: file.details?.field, preview: null });
  if (form.get("what") === "confirm") {
    const digest = `${form.get("digest") ?? ""}`;
    const outcome = await ctx.call("importCards", { digest }, network.id, { file: file.value });
    if (!outcome.ok) return refused(outcome.code, { field: outcome.details?.field, preview: null });
    const done = new URLSearchParams({ done: "imported", count: `${outcome.value.added}` });
    return redirect(`${href("cardStock", { network: network.id })}?${done}`, { status: 303 });
  }
  const outcome = await ctx.call("previewCardImport", {}, network.id, { file: file.value });
  if (!outcome.ok) return refused(outcome.code, { field: outcome.details?.field, preview: null });
  return { code: undefined, field: undefined, preview: outcome.value.preview };
}

/** Blank cards from a file: checked first, then imported as a whole. */
export default function ImportCards() {
  const t = useT();
  const network = useNetwork();
  const answer = useActionData<typeof action>();
  const preview = answer?.preview ?? undefined;
  const isReady = preview !== undefined && preview.faultCount === 0 && preview.added > 0;
  const confirm = isReady
    ? {
        does: t("transport-cards.import.confirm", { count: preview.added }),
        doing: t("transport-cards.import.importing"),
      }
    : undefined;
  return (
    <OfficePage
      title={t("transport-cards.import.title")}
      text={t("transport-cards.import.text")}
      back={{ href: href("cardStock", { network: network.id }), label: t("transport-cards.stock.back") }}
      refused={answer?.code && fileRefusalText(t, answer)}
    >
      <CardFileForm
        label={t("transport-cards.import.file")}
        hint={t("transport-cards.import.hint", { megabytes: uploadMaxMegabytes, lines: cardFileLinesMax })}
        digest={preview?.digest}
        confirm={confirm}
      />
      {preview && (
        <CardFileReport
          does="import"
          counts={[
            ["lines", preview.lines],
            ["added", preview.added],
            ["unchanged", preview.unchanged],
            ["contradicting", preview.contradicting],
          ]}
          changes={preview.added > 0}
          read={
            preview.first === null
              ? []
              : [
                  { term: t("transport-cards.import.first"), value: preview.first },
                  { term: t("transport-cards.import.last"), value: preview.last ?? "" },
                  { term: t("transport-cards.import.batch"), value: preview.batch },
                ]
          }
          faultCount={preview.faultCount}
          faults={preview.faults}
        />
      )}
    </OfficePage>
  );
}
