import { CatalogueItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { OfficePage } from "../shell/office-page.tsx";
import { useMay, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionLocaleOf, actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { DoneFlash } from "./done-flash.tsx";
import { ChangeStamp } from "./draft-stamp.tsx";
import { basisOf, changeItemBy } from "./item-form/change-item.ts";
import { ItemForm } from "./item-form/item-form.tsx";
import { isSameValue } from "./item-form/typed-item.ts";
import { nameOf } from "./item-form/value-words.tsx";
import { itemKindAt, itemsHref, newItemHref } from "./item-kinds.ts";
import { useItemTitle } from "./item-title.ts";
import { useRefusal } from "./refusal-words.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const [draftId, kind, itemId] = [params.id ?? "", itemKindAt(params.kind), params.item ?? ""];
  if (kind === undefined) throw new Response(null, { status: 404 });
  const item = await ctx.call("getDraftItem", { draftId, kind, itemId }, network.id);
  if (!item.ok) throw new Response(null, { status: item.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { draft: item.value.inDraft, kind, itemId, found: item.value };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id } = await actionNetworkOf(ctx, params.network);
  const { timeZone } = await actionLocaleOf(ctx, id);
  const kind = itemKindAt(params.kind);
  if (kind === undefined) throw new Response(null, { status: 404 });
  const place = { network: id, timeZone, draft: params.id ?? "", kind, itemId: params.item ?? "" };
  const answer = await changeItemBy(ctx, place, await request.formData());
  return answer instanceof Response ? answer : refused(answer.code, answer);
}

/** An item of the catalogue in a draft: its form, with what is live beside what the draft changes. */
export default function Item() {
  const t = useT();
  const network = useNetwork();
  const may = useMay();
  const titleOf = useItemTitle();
  const { draft, kind, itemId, found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { live, draft: drafted, conflicts } = found;
  const change =
    drafted === null ? "withdrawn" : live === null ? "added" : isSameValue(live, drafted) ? null : "changed";
  const place = { network: network.id, draft: draft.draftId, kind };
  const listed = CatalogueItemKind.safeParse(kind).data;
  const mayEdit = may(listed === undefined ? "settings.manage" : "catalogue.edit");
  const isEditable = mayEdit && draft.state === "open";
  const hasFaults = answer !== undefined && answer.faults.length > 0;
  const refusal = useRefusal(answer);
  const saved = answer?.what === "save" ? answer : undefined;
  const values = drafted ?? live;
  const name = values === null || listed === undefined ? itemId : nameOf(found, listed, itemId);
  return (
    <OfficePage
      title={titleOf(kind, itemId, name)}
      text={draft.name}
      stamp={change !== null && <ChangeStamp change={change} />}
      back={{
        href: itemsHref(place),
        label: listed === undefined ? t("catalogue.settings") : t(`catalogue.kind.${listed}`),
      }}
      flash={<DoneFlash />}
      refused={hasFaults || saved?.refusal === "changed" ? undefined : refusal}
    >
      {conflicts.length > 0 && (
        <Notice tone="bad" title={t("catalogue.conflict.title")}>
          {t(conflicts.includes("*") ? "catalogue.conflict.item" : "catalogue.conflict.keep")}
        </Notice>
      )}
      {change === "withdrawn" && isEditable && <Notice tone="wait">{t("catalogue.withdrawn.text")}</Notice>}
      {!isEditable && <Notice>{t(mayEdit ? "catalogue.closed" : "shell.read-only")}</Notice>}
      <Split aside={isEditable && <ItemActions change={change} basis={basisOf(answer, found.basis)} />}>
        <ItemForm kind={kind} found={found} copied={null} answer={saved} isEditable={isEditable} />
      </Split>
    </OfficePage>
  );
}

/** What else can be done with an item: copied, withdrawn, or left as it is live. */
function ItemActions({ change, basis }: { change: "added" | "changed" | "withdrawn" | null; basis: string }) {
  const t = useT();
  const network = useNetwork();
  const { draft, kind, itemId } = useLoaderData<typeof loader>();
  const doing = useNavigation().formData?.get("what");
  const busy = (what: string) => doing === what && t("catalogue.busy");
  const listed = CatalogueItemKind.safeParse(kind).data;
  return (
    <Stack>
      {change !== "withdrawn" && listed !== undefined && (
        <LinkButton href={newItemHref({ network: network.id, draft: draft.draftId, kind: listed }, itemId)}>
          {t("catalogue.copy")}
        </LinkButton>
      )}
      {change !== null && (
        <Form method="post">
          <input type="hidden" name="what" value="restore" />
          <input type="hidden" name="version" value={draft.version} />
          <Button busy={busy("restore")}>
            {t(change === "withdrawn" ? "catalogue.restore" : "catalogue.take-out")}
          </Button>
        </Form>
      )}
      {change !== "withdrawn" && listed !== undefined && (
        <Sheet>
          <Disclosure summary={t("catalogue.withdraw")}>
            <Form method="post">
              <input type="hidden" name="what" value="withdraw" />
              <input type="hidden" name="basis" value={basis} />
              <Stack>
                <p className="small soft">{t("catalogue.withdraw.text")}</p>
                <Button variant="danger" busy={busy("withdraw")}>
                  {t("catalogue.withdraw.do")}
                </Button>
              </Stack>
            </Form>
          </Disclosure>
        </Sheet>
      )}
    </Stack>
  );
}
