import { TextLink } from "@guichet/ui/link.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { DoneFlash } from "../catalogue/done-flash.tsx";
import { ChangeStamp, DraftStamp } from "../catalogue/draft-stamp.tsx";
import { itemHref, networkItems } from "../catalogue/item-kinds.ts";
import { useItemTitle } from "../catalogue/item-title.ts";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const found = await ctx.call("getCatalogueDraft", { draftId: params.id ?? "" }, network.id);
  if (!found.ok) throw new Response(null, { status: found.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { draft, changes } = found.value;
  return { draft, changed: changes.map(({ kind, itemId }) => `${kind}/${itemId}`) };
}

/** The settings and legal texts in a draft, with those that it changes. */
export default function DraftSettings() {
  const t = useT();
  const network = useNetwork();
  const titleOf = useItemTitle();
  const { draft, changed } = useLoaderData<typeof loader>();
  const { draftId } = draft;
  return (
    <OfficePage
      title={t("settings.draft.title")}
      text={t("settings.draft.text")}
      stamp={<DraftStamp draft={draft} />}
      back={{ href: href("catalogueDraft", { network: network.id, id: draftId }), label: draft.name }}
      flash={<DoneFlash />}
    >
      <TableFrame label={t("settings.draft.title")}>
        <thead>
          <tr>
            <th scope="col">{t("settings.draft.part")}</th>
            <th scope="col">{t("settings.draft.contents")}</th>
            <th scope="col">{t("settings.draft.change")}</th>
          </tr>
        </thead>
        <tbody>
          {networkItems.map(({ kind, itemId }) => (
            <tr key={`${kind}/${itemId}`}>
              <th scope="row">
                <TextLink href={itemHref({ network: network.id, draft: draftId, kind }, itemId)}>
                  {titleOf(kind, itemId, itemId)}
                </TextLink>
              </th>
              <td className="small">{t(`settings.about.${kind}`)}</td>
              <td>{changed.includes(`${kind}/${itemId}`) && <ChangeStamp change="changed" />}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </OfficePage>
  );
}
