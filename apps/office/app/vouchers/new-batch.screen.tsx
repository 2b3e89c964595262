import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { BatchForm } from "./batch-form.tsx";
import { type BatchField, batchFields, batchOf, emptyBatch, fieldMax, typedIn } from "./typed-batch.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "vouchers.manage");
  const choices = await ctx.call("getCampaignChoices", {}, network.id);
  if (!choices.ok) throw new Response(null, { status: choices.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { articles, currency, today } = choices.value;
  // The same form sent twice is one batch.
  return { articles: articles.filter(({ onSale }) => onSale), currency, today, idempotencyKey: crypto.randomUUID() };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const typed = typedIn(form);
  const batch = batchOf(typed, `${form.get("currency") ?? ""}`);
  const outcome = batch.ok
    ? await ctx.call("createVoucherBatch", batch.value, network.id, { idempotencyKey: `${form.get("key") ?? ""}` })
    : batch;
  if (!outcome.ok) {
    const field = batchFields.find((one) => one === outcome.details?.field) ?? null;
    return refused(outcome.code, { field: field as BatchField | null, typed });
  }
  const { batchId } = outcome.value.batch;
  return redirect(`${href("voucherBatch", { network: network.id, id: batchId })}?done=created`, { status: 303 });
}

/** A new batch of vouchers: how many codes, what they take off, and when. */
export default function NewBatch() {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { articles, currency, today, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong =
    answer?.field == null
      ? undefined
      : t(answer.code === "FIELD_REQUIRED" ? "vouchers.missing" : `vouchers.wrong.${answer.field}`, {
          field: t(`vouchers.field.${answer.field}`),
          max: formats.number(answer.field in fieldMax ? fieldMax[answer.field as keyof typeof fieldMax] : 0),
        });
  return (
    <OfficePage
      title={t("vouchers.new")}
      text={t("vouchers.new.text")}
      back={{ href: href("vouchers", { network: network.id }), label: t("vouchers.back") }}
      refused={wrong ?? (answer?.code && refusalText(t, answer.code))}
    >
      <BatchForm
        articles={articles}
        currency={currency}
        typed={answer?.typed ?? emptyBatch(today)}
        idempotencyKey={idempotencyKey}
        wrong={answer?.field == null || wrong === undefined ? null : { field: answer.field, text: wrong }}
      />
    </OfficePage>
  );
}
