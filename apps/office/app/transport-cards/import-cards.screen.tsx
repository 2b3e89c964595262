import { uploadMaxMegabytes } from "@guichet/contract/limits/file-limits.ts";
import { cardFileLinesMax } from "@guichet/contract/limits/transport-card-limits.ts";
import type { CardImportPreview } from "@guichet/contract/office/cards/card-stock.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { FileField } from "@guichet/ui/forms/file-field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useNavigation,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { fileIn, fileRefusalText } from "./card-file.ts";
import { CardFileFaults } from "./card-file-faults.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  await permittedNetworkOf(requestContextOf(context), params.network, "cards.register");
  return null;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const file = await fileIn(form);
  if (!file.ok) return refused(file.code, { preview: null });
  if (form.get("what") === "import") {
    const digest = `${form.get("digest") ?? ""}`;
    const outcome = await ctx.call("importCards", { digest }, network.id, { file: file.value });
    if (!outcome.ok) return refused(outcome.code, { preview: null });
    const done = new URLSearchParams({ done: "imported", count: `${outcome.value.added}` });
    return redirect(`${href("cardStock", { network: network.id })}?${done}`, { status: 303 });
  }
  const outcome = await ctx.call("previewCardImport", {}, network.id, { file: file.value });
  if (!outcome.ok) return refused(outcome.code, { preview: null });
  return { code: undefined, preview: outcome.value.preview };
}

/** Blank cards from a file: checked first, then imported as a whole. The browser keeps the file between the two. */
export default function ImportCards() {
  const t = useT();
  const network = useNetwork();
  const answer = useActionData<typeof action>();
  const preview = answer?.preview ?? undefined;
  return (
    <OfficePage
      title={t("transport-cards.import.title")}
      text={t("transport-cards.import.text")}
      back={{ href: href("cardStock", { network: network.id }), label: t("transport-cards.stock.back") }}
      refused={answer?.code && fileRefusalText(t, answer.code)}
    >
      <ImportForm preview={preview} />
      <div role="status">{preview && <Report preview={preview} />}</div>
      {preview && preview.faultCount > 0 && <CardFileFaults faults={preview.faults} count={preview.faultCount} />}
    </OfficePage>
  );
}

function ImportForm({ preview }: { preview: CardImportPreview | undefined }) {
  const t = useT();
  const { state, formData } = useNavigation();
  const busy = state === "idle" ? undefined : formData?.get("what");
  const isReady = preview !== undefined && preview.faultCount === 0 && preview.added > 0;
  return (
    <Sheet>
      <Form method="post" encType="multipart/form-data">
        <Stack>
          {preview && <input type="hidden" name="digest" value={preview.digest} />}
          <FileField
            name="file"
            label={t("transport-cards.import.file")}
            hint={t("transport-cards.import.hint", { megabytes: uploadMaxMegabytes, lines: cardFileLinesMax })}
            accept=".csv,.txt,text/csv,text/plain"
            required
          />
          {isReady && (
            <noscript>
              <p>{t("transport-cards.import.again")}</p>
            </noscript>
          )}
          <div className="row">
            <Button
              variant={isReady ? "plain" : "main"}
              name="what"
              value="preview"
              busy={busy === "preview" && t("transport-cards.import.checking")}
            >
              {t("transport-cards.import.check")}
            </Button>
            {isReady && (
              <Button
                variant="main"
                name="what"
                value="import"
                busy={busy === "import" && t("transport-cards.import.importing")}
              >
                {t("transport-cards.import.confirm", { count: preview.added })}
              </Button>
            )}
          </div>
        </Stack>
      </Form>
    </Sheet>
  );
}

function Report({ preview }: { preview: CardImportPreview }) {
  const t = useT();
  const formats = useFormats();
  const { lines, added, unchanged, contradicting, faultCount } = preview;
  const counts = { lines, added, unchanged, contradicting, faults: faultCount };
  const rows = ["lines", "added", "unchanged", "contradicting", "faults"] as const;
  return (
    <Stack>
      <h2>{t("transport-cards.import.report")}</h2>
      {faultCount > 0 ? (
        <Notice tone="bad">{t("transport-cards.import.wrong", { count: faultCount })}</Notice>
      ) : (
        <Notice tone={added > 0 ? "ok" : "wait"}>
          {t(added > 0 ? "transport-cards.import.ready" : "transport-cards.import.nothing")}
        </Notice>
      )}
      <Facts
        facts={rows.map((name) => ({
          term: t(`transport-cards.import.${name}`),
          value: formats.number(counts[name]),
        }))}
      />
    </Stack>
  );
}
