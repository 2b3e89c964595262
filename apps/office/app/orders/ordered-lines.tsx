import type { PreparedLine, StaffOrder } from "@guichet/contract/office/orders.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { T, useT } from "../shell/texts.tsx";

/** The lines of one delivery method, with the details for fulfilment: bearer, card and picture. */
export function PreparedLines({ order, support }: { order: StaffOrder; support: string }) {
  const t = useT();
  const lines = order.lines.filter((line) => line.support === support);
  const name = t(`orders.way.${support as "SHIPPING" | "COLLECT" | "PHYSICAL"}`);
  return (
    <section>
      <h2>{name}</h2>
      <LineTable label={name} order={order} lines={lines} />
    </section>
  );
}

/** The lines of the order that need no fulfilment by staff. */
export function OtherLines({ order }: { order: StaffOrder }) {
  const t = useT();
  const prepared = order.preparations.map(({ support }) => `${support}`);
  const lines = order.lines.filter(({ support }) => !prepared.includes(support ?? ""));
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{t("orders.others")}</h2>
      <p className="small soft">{t("orders.by-itself")}</p>
      <LineTable label={t("orders.others")} order={order} lines={lines} />
    </section>
  );
}

function LineTable({ label, order, lines }: { label: string; order: StaffOrder; lines: readonly PreparedLine[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <TableFrame label={label}>
      <thead>
        <tr>
          <th scope="col">{t("orders.contents")}</th>
          <th scope="col">{t("orders.traveller")}</th>
          <th scope="col">{t("orders.card")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.lineId}>
            <th scope="row">
              {line.quantity === 1
                ? line.name
                : t("orders.line", { quantity: formats.number(line.quantity), name: line.name })}
            </th>
            <td>
              <span>
                <bdi>{line.traveller ?? "–"}</bdi>
              </span>
              {line.birthDate !== null && (
                <span className="fine act-note">{t("orders.born", { day: formats.shortDay(line.birthDate) })}</span>
              )}
            </td>
            <td>
              <CardOfLine order={order} line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function CardOfLine({ order, line }: { order: StaffOrder; line: PreparedLine }) {
  const t = useT();
  const network = useNetwork();
  const { card, cardWork, processStatus, replaces, onNewCard, pictureUrl, lineId, traveller } = line;
  const cardHref = (id: string) => href("transportCard", { network: network.id, id });
  const linked = ({ cardId, number }: { cardId: string; number: string }) => (
    <TextLink href={cardHref(cardId)}>
      <Figures>{number}</Figures>
    </TextLink>
  );
  if (cardWork === null) {
    return (
      <>
        {card !== null ? linked(card) : onNewCard ? t("orders.card.on-new") : "–"}
        {card !== null && processStatus !== "TO_PROCESS" && (
          <span className="fine act-note">
            {t(processStatus === "PROCESSED" ? "orders.card.loaded" : "orders.card.waits")}
          </span>
        )}
      </>
    );
  }
  const picture = href("orderPicture", { network: network.id, id: order.orderId, line: lineId });
  return (
    <div className="row">
      {pictureUrl !== null && (
        <img className="bearer" src={picture} alt={t("orders.card.picture", { name: traveller ?? "" })} />
      )}
      <span>
        {card !== null ? (
          linked(card)
        ) : replaces === null ? (
          t("orders.card.new")
        ) : (
          <T
            id="orders.card.duplicate"
            values={{ number: replaces.number }}
            components={{ card: <TextLink href={cardHref(replaces.cardId)} /> }}
          />
        )}
        {pictureUrl === null && cardWork === "new" && (
          <span className="fine act-note">{t("orders.card.no-picture")}</span>
        )}
      </span>
    </div>
  );
}
