import { Notice } from "@guichet/ui/notice.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { OfficePage } from "../shell/office-page.tsx";
import { useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionLocaleOf, actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { changeItemBy } from "./item-form/change-item.ts";
import { ItemForm } from "./item-form/item-form.tsx";
import { itemsHref, kindAt } from "./item-kinds.ts";
import { useRefusal } from "./refusal-words.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "catalogue.edit");
  const [draftId, kind] = [params.id ?? "", kindAt(params.kind)];
  const copy = ctx.url.searchParams.get("copy");
  if (kind === undefined) throw new Response(null, { status: 404 });
  const [item, copied] = await Promise.all([
    ctx.call("getDraftItem", { draftId, kind }, network.id),
    copy === null ? null : ctx.call("getDraftItem", { draftId, kind, itemId: copy }, network.id),
  ]);
  if (!item.ok) throw new Response(null, { status: 404 });
  const values = copied?.ok ? (copied.value.draft ?? copied.value.live) : null;
  return { draft: item.value.inDraft, kind, found: item.value, copied: values };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id } = await actionNetworkOf(ctx, params.network);
  const { timeZone } = await actionLocaleOf(ctx, id);
  const kind = kindAt(params.kind);
  if (kind === undefined) throw new Response(null, { status: 404 });
  const place = { network: id, timeZone, draft: params.id ?? "", kind, itemId: undefined };
  const answer = await changeItemBy(ctx, place, await request.formData());
  return answer instanceof Response ? answer : refused(answer.code, answer);
}

/** A new item of a draft, empty or with the values of another. */
export default function NewItem() {
  const t = useT();
  const network = useNetwork();
  const { draft, kind, found, copied } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const place = { network: network.id, draft: draft.draftId, kind };
  const refusal = useRefusal(answer);
  const hasFaults = answer !== undefined && answer.faults.length > 0;
  // Of a new item `changed` means that there is another one with its id.
  const isTaken = answer?.refusal === "changed";
  return (
    <OfficePage
      title={t(`catalogue.add.${kind}`)}
      text={draft.name}
      back={{ href: itemsHref(place), label: t(`catalogue.kind.${kind}`) }}
      refused={isTaken ? t("catalogue.taken") : hasFaults ? undefined : refusal}
    >
      {draft.state === "open" ? (
        <ItemForm kind={kind} found={found} copied={copied} answer={answer} isEditable />
      ) : (
        <Notice>{t("catalogue.closed")}</Notice>
      )}
    </OfficePage>
  );
}
