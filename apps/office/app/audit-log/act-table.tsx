import type { LoggedAct } from "@guichet/contract/office/audit-log.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { href, type RouteName } from "../paths.ts";
import { ChangeList } from "../shell/change-list.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { actText } from "./act-words.ts";

/** Actions of the staff, each with what it is about, its reason, and what it changed. */
export function ActTable({ items }: { items: readonly LoggedAct[] }) {
  const t = useT();
  return (
    <TableFrame label={t("audit-log.title")}>
      <thead>
        <tr>
          <th scope="col">{t("audit-log.at")}</th>
          <th scope="col">{t("audit-log.what")}</th>
          <th scope="col">{t("audit-log.about")}</th>
          <th scope="col">{t("audit-log.reason")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ActRow key={item.entryId} item={item} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function ActRow({ item }: { item: LoggedAct }) {
  const t = useT();
  const formats = useFormats();
  const { act, by, at, reason, changes } = item;
  return (
    <tr>
      <th scope="row">
        {formats.shortInstant(at)}
        <span className="fine act-note">
          <bdi>{by ?? t("audit-log.command")}</bdi>
        </span>
      </th>
      <td>{actText(t, act)}</td>
      <td>
        <Subject item={item} />
      </td>
      <td>
        {reason === null ? "–" : <q>{reason}</q>}
        {changes.length > 0 && (
          <Disclosure summary={t("shell.changes")}>
            <ChangeList changes={changes} />
          </Disclosure>
        )}
      </td>
    </tr>
  );
}

/** The screen of what an action is about, by its kind. */
const screens: Record<string, RouteName | undefined> = {
  order: "order",
  "refund-request": "refundRequest",
  card: "transportCard",
  traveller: "traveller",
  compensation: "campaign",
  submission: "submission",
  termination: "termination",
  dispute: "dispute",
  staff: "staffMember",
  voucher: "voucherBatch",
  drawer: "drawer",
  agency: "agency",
  alert: "alert",
};

function Subject({ item: { act, subjectId, subject, customerId } }: { item: LoggedAct }) {
  const t = useT();
  const network = useNetwork();
  const screen = screens[act.split(".")[0] ?? ""];
  const label = subject === null ? t("audit-log.open") : <Figures>{subject}</Figures>;
  // A batch of jobs is named by its kind, which has no screen.
  const hasId = screen === "agency" || /^[\da-f-]{36}$/u.test(subjectId);
  return (
    <>
      {screen !== undefined && hasId ? (
        <TextLink href={href(screen, { network: network.id, id: subjectId })}>{label}</TextLink>
      ) : (
        <span className="fine">{subject ?? (customerId === null ? "–" : "")}</span>
      )}
      {customerId !== null && (
        <span className="act-note">
          <TextLink href={href("customer", { network: network.id, id: customerId })}>
            {t("audit-log.customer")}
          </TextLink>
        </span>
      )}
    </>
  );
}
