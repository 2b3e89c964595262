import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { ChevronDownIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { ChevronUpIcon } from "@guichet/ui/more-icons.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { ToolButton } from "@guichet/ui/tool.tsx";
import { useEffect, useRef } from "react";
import { Form, useLoaderData, useLocation, useSearchParams } from "react-router";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { ChangeStamp } from "./draft-stamp.tsx";
import type { ListedItem, PlacedItem } from "./found-items.ts";
import { itemHref, newItemHref } from "./item-kinds.ts";
import type { loader } from "./items-loader.ts";

/** The items of a page, with what the draft does to them, and buttons that move them. */
export function ItemTable({ items, isEditable }: { items: readonly PlacedItem[]; isEditable: boolean }) {
  const t = useT();
  const { kind } = useLoaderData<typeof loader>();
  useFocusOfMoved();
  return (
    <TableFrame label={t(`catalogue.kind.${kind}`)}>
      <thead>
        <tr>
          <th scope="col">{t("catalogue.field.name")}</th>
          {kind === "article" && (
            <>
              <th scope="col">{t("catalogue.field.category")}</th>
              <th scope="col" className="money">
                {t("catalogue.field.price")}
              </th>
            </>
          )}
          <th scope="col">{t("catalogue.change")}</th>
          {isEditable && <th scope="col">{t("catalogue.actions")}</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ItemRow key={item.itemId} item={item} isEditable={isEditable} />
        ))}
      </tbody>
    </TableFrame>
  );
}

/** A row that was moved keeps the focus on the button that moved it, or on the other one at the end of the list. */
function useFocusOfMoved() {
  const [query] = useSearchParams();
  const { key } = useLocation();
  const shown = useRef("");
  const [item, by] = [query.get("item"), query.get("by")];
  useEffect(() => {
    // Once for each move, also if the same row is moved again.
    if (item === null || by === null || shown.current === key) return;
    shown.current = key;
    const buttons = [by, by === "up" ? "down" : "up"].map((one) => document.getElementById(`${one}-${item}`));
    buttons.find((button) => button !== null && !button.hasAttribute("disabled"))?.focus();
  }, [item, by, key]);
}

interface ItemRowProps {
  item: PlacedItem;
  isEditable: boolean;
}

function ItemRow({ item, isEditable }: ItemRowProps) {
  const t = useT();
  const network = useNetwork();
  const { draft, kind, conflicting, categories } = useLoaderData<typeof loader>();
  const { itemId, name, change, category } = item;
  const place = { network: network.id, draft: draft.draftId, kind };
  return (
    <tr>
      <th scope="row">
        <TextLink href={itemHref(place, itemId)}>
          <bdi>{name}</bdi>
        </TextLink>
        <span className="fine act-note">
          <bdi translate="no">{itemId}</bdi>
        </span>
      </th>
      {kind === "article" && (
        <>
          <td>{categories.find(({ id }) => id === category)?.name ?? category}</td>
          <td className="money">
            <Prices item={item} />
          </td>
        </>
      )}
      <td>
        {change === null ? "–" : <ChangeStamp change={change} />}{" "}
        {conflicting.includes(itemId) && <Stamp tone="bad">{t("catalogue.conflict")}</Stamp>}
      </td>
      {isEditable && (
        <td>
          <div className="catalogue-actions">
            {change === "withdrawn" ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="what" value="restore" />
                <input type="hidden" name="version" value={draft.version} />
                <input type="hidden" name="item" value={itemId} />
                <Button aria-label={t("catalogue.restore.what", { name })}>{t("catalogue.restore")}</Button>
              </Form>
            ) : (
              <>
                {(["up", "down"] as const).map((by) => (
                  <MoveButton key={by} item={item} by={by} beyond={item[by]} />
                ))}
                <TextLink href={newItemHref(place, itemId)} aria-label={t("catalogue.copy.what", { name })}>
                  {t("catalogue.copy")}
                </TextLink>
              </>
            )}
          </div>
        </td>
      )}
    </tr>
  );
}

/** The price in the draft, and the live one where it differs. */
function Prices({ item: { price, livePrice } }: { item: ListedItem }) {
  const t = useT();
  const formats = useFormats();
  if (price === null) return "–";
  const isChanged = livePrice !== null && livePrice.amount !== price.amount;
  return (
    <>
      <Figures>{formats.money(price)}</Figures>
      {isChanged && (
        <span className="fine act-note">{t("catalogue.live.price", { price: formats.money(livePrice) })}</span>
      )}
    </>
  );
}

interface MoveButtonProps {
  item: ListedItem;
  by: "up" | "down";
  /** The neighbour that it is moved beyond; null: it is the first or the last. */
  beyond: string | null;
}

function MoveButton({ item: { itemId, name }, by, beyond }: MoveButtonProps) {
  const t = useT();
  const { draft } = useLoaderData<typeof loader>();
  const Icon = by === "up" ? ChevronUpIcon : ChevronDownIcon;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="what" value="move" />
      <input type="hidden" name="version" value={draft.version} />
      <input type="hidden" name="item" value={itemId} />
      <input type="hidden" name="by" value={by} />
      <input type="hidden" name="beyond" value={beyond ?? ""} />
      <ToolButton
        id={`${by}-${itemId}`}
        disabled={beyond === null}
        icon={<Icon size="s" />}
        aria-label={t(`catalogue.move.${by}`, { name })}
      />
    </Form>
  );
}
