import { catalogueItemKinds } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type ActionFunctionArgs, Form, redirect, useActionData, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { nextPage } from "../shell/next-page.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { DoneFlash } from "./done-flash.tsx";
import { DraftStamp } from "./draft-stamp.tsx";
import { foundItems, itemsMoved, itemsPerPage, pageWith } from "./found-items.ts";
import { refusalIn } from "./item-form/change-item.ts";
import { itemsHref, kindAt, newItemHref } from "./item-kinds.ts";
import { ItemTable } from "./item-table.tsx";
import { filterIn, loader } from "./items-loader.ts";
import { useRefusal } from "./refusal-words.ts";

export { loader };

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const [draftId, kind] = [params.id ?? "", kindAt(params.kind)];
  if (kind === undefined) throw new Response(null, { status: 404 });
  const form = await request.formData();
  const given = (name: string) => `${form.get(name) ?? ""}`;
  const place = { network: network.id, draft: draftId, kind };
  const itemId = given("item");
  if (given("what") === "restore") {
    const restoring = { draftId, version: Number(given("version")), kind, itemId };
    const restored = await ctx.call("restoreDraftItem", restoring, network.id);
    return restored.ok ? back({ done: "restore" }) : refused(restored.code, { refusal: refusalIn(restored.details) });
  }
  const items = await ctx.call("listDraftItems", { draftId, kind }, network.id);
  if (!items.ok) return refused(items.code, { refusal: null });
  const by = given("by") === "up" ? "up" : "down";
  const itemIds = itemsMoved(items.value.items, { itemId, by, beyond: given("beyond") });
  const version = Number(given("version"));
  const sorted = await ctx.call("sortDraftItems", { draftId, version, kind, itemIds }, network.id);
  if (!sorted.ok) return refused(sorted.code, { refusal: refusalIn(sorted.details) });
  const query = new URL(request.url).searchParams;
  const moved = itemIds.flatMap((id) => items.value.items.find((item) => item.itemId === id) ?? []);
  const page = pageWith(foundItems(moved, filterIn(query)), itemId);
  return back({ done: "moved", item: itemId, by, ...(page > 1 && { page: `${page}` }) });

  /** The same list with the same filter. */
  function back(done: Record<string, string>) {
    const query = new URLSearchParams(new URL(request.url).search);
    for (const name of ["done", "item", "by", ...("item" in done ? ["page"] : [])]) query.delete(name);
    for (const [name, value] of Object.entries(done)) query.set(name, value);
    return redirect(`${itemsHref(place)}?${query}`, { status: 303 });
  }
}

/** The items of a kind as a draft leaves them, in the sequence of the shop. */
export default function Items() {
  const t = useT();
  const network = useNetwork();
  const mayEdit = useMay()("catalogue.edit");
  const { draft, kind, page, isEmpty } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const place = { network: network.id, draft: draft.draftId, kind };
  const isEditable = mayEdit && draft.state === "open";
  useKeys({ "/": "q" });
  return (
    <OfficePage
      title={t(`catalogue.kind.${kind}`)}
      text={t("catalogue.items.text", { name: draft.name })}
      stamp={<DraftStamp draft={draft} />}
      back={{ href: href("catalogueDraft", { network: network.id, id: draft.draftId }), label: draft.name }}
      flash={<DoneFlash />}
      refused={useRefusal(answer)}
    >
      <nav aria-label={t("catalogue.kinds")}>
        <Chips label={t("catalogue.kinds")}>
          {catalogueItemKinds.map((one) => (
            <ChipLink key={one} href={itemsHref({ ...place, kind: one })} current={one === kind}>
              {t(`catalogue.kind.${one}`)}
            </ChipLink>
          ))}
          <ChipLink href={href("draftSettings", { network: network.id, id: draft.draftId })}>
            {t("catalogue.settings")}
          </ChipLink>
        </Chips>
      </nav>
      {isEditable && (
        <div className="row">
          <LinkButton href={newItemHref(place)} icon={<PlusIcon size="s" />} variant="main">
            {t(`catalogue.add.${kind}`)}
          </LinkButton>
        </div>
      )}
      <Filter />
      {page.found === 0 ? (
        <Notice>{t(isEmpty ? "catalogue.items.none" : "catalogue.items.none-found")}</Notice>
      ) : (
        <ItemTable items={page.items} isEditable={isEditable} />
      )}
      {page.found > itemsPerPage && <Pages />}
    </OfficePage>
  );
}

/** Which items of all are shown, and the pages before and after. */
function Pages() {
  const t = useT();
  const formats = useFormats();
  const [query] = useSearchParams();
  const { number, first, found, items } = useLoaderData<typeof loader>().page;
  const last = first + items.length - 1;
  const at = (page: number) => `?${nextPage(query, "page", `${page}`)}`;
  return (
    <nav className="row" aria-label={t("catalogue.items.pages")}>
      {number > 1 && <LinkButton href={at(number - 1)}>{t("catalogue.items.previous")}</LinkButton>}
      <span className="small soft">
        {t("catalogue.items.range", {
          first: formats.number(first),
          last: formats.number(last),
          found: formats.number(found),
        })}
      </span>
      {last < found && <LinkButton href={at(number + 1)}>{t("catalogue.items.next")}</LinkButton>}
    </nav>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  const { kind, categories } = useLoaderData<typeof loader>();
  const [words, category] = [query.get("q") ?? "", query.get("category") ?? ""];
  return (
    <Form className="search" key={`${kind} ${words} ${category}`}>
      <Field
        label={t("catalogue.find")}
        name="q"
        type="search"
        defaultValue={words}
        maxLength={100}
        autoComplete="off"
      />
      {kind === "article" && (
        <Select
          label={t("catalogue.field.category")}
          name="category"
          defaultValue={category}
          options={[
            { value: "", label: t("catalogue.find.categories") },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <Button icon={<FilterIcon size="s" />}>{t("catalogue.filter")}</Button>
    </Form>
  );
}
