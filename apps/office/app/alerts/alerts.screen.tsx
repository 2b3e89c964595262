import { textIn } from "@guichet/contract/locales.ts";
import { AlertState, type OfficeAlert } from "@guichet/contract/office/alerts/alerts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { useFrame } from "@guichet/web/frame.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { AlertStamp } from "./alert-stamp.tsx";
import { placeOf } from "./typed-alert.ts";

const stateIn = (query: URLSearchParams) => AlertState.safeParse(query.get("state")).data;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const state = stateIn(query);
  const cursor = query.get("after") ?? undefined;
  const values = { ...(state === undefined ? {} : { state }), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listAlerts", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Alerts of the network, the newest first. */
export default function Alerts() {
  const t = useT();
  const { id } = useNetwork();
  const mayManage = useMay()("alerts.manage");
  const { items, nextCursor } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{ title: t("alerts.title"), text: t("alerts.text"), none: t("alerts.none"), more: t("alerts.more") }}
      filter={
        <>
          {mayManage && (
            <div className="row">
              <LinkButton variant="main" href={href("newAlert", { network: id })}>
                {t("alerts.new")}
              </LinkButton>
            </div>
          )}
          <Filter />
        </>
      }
      href={href("alerts", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <AlertTable items={items} />}
    </QueuePage>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  const state = stateIn(query) ?? "";
  return (
    <Form className="search" key={state}>
      <Select
        label={t("alerts.state")}
        name="state"
        defaultValue={state}
        options={[
          { value: "", label: t("alerts.state.all") },
          ...AlertState.options.map((one) => ({ value: one, label: t(`alerts.state.${one}`) })),
        ]}
      />
      <Button icon={<FilterIcon size="s" />}>{t("alerts.filter")}</Button>
    </Form>
  );
}

function AlertTable({ items }: { items: readonly OfficeAlert[] }) {
  const t = useT();
  return (
    <TableFrame label={t("alerts.title")}>
      <thead>
        <tr>
          <th scope="col">{t("alerts.message")}</th>
          <th scope="col">{t("alerts.state")}</th>
          <th scope="col">{t("alerts.level")}</th>
          <th scope="col">{t("alerts.place")}</th>
          <th scope="col">{t("alerts.window")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((alert) => (
          <AlertRow key={alert.alertId} alert={alert} />
        ))}
      </tbody>
    </TableFrame>
  );
}

/** How much of a text the list shows. */
const shownMax = 90;

function AlertRow({ alert: { alertId, state, details } }: { alert: OfficeAlert }) {
  const t = useT();
  const { language } = useFrame();
  const network = useNetwork();
  const text = textIn(details.message, language);
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("alert", { network: network.id, id: alertId })}>
          <bdi>{text.length > shownMax ? `${text.slice(0, shownMax)}…` : text}</bdi>
        </TextLink>
      </th>
      <td>
        <AlertStamp state={state} />
      </td>
      <td>{t(`alerts.level.${details.level}`)}</td>
      <td>{t(`alerts.place.${placeOf(details)}`)}</td>
      <td>
        <Window details={details} />
      </td>
    </tr>
  );
}

/** From when until when an alert is displayed. */
function Window({ details: { displayAfter, displayBefore } }: Pick<OfficeAlert, "details">) {
  const t = useT();
  const formats = useFormats();
  return (
    <>
      {displayAfter === null ? t("alerts.from.at-once") : t("alerts.from", { at: formats.shortInstant(displayAfter) })}
      <span className="act-note">
        {displayBefore === null
          ? t("alerts.until.withdrawn")
          : t("alerts.until", { at: formats.shortInstant(displayBefore) })}
      </span>
    </>
  );
}
