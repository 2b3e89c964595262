import type { OfficeAgency } from "@guichet/contract/office/agencies.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useAgencyWords } from "../shell/agency-words.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { AgencyStamp } from "./agency-stamp.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("listAgencies", {}, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** The agencies of the network, with what waits there. */
export default function Agencies() {
  const t = useT();
  const may = useMay();
  const { id } = useNetwork();
  const { agencies } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{
        title: t("agencies.title"),
        text: t("agencies.text"),
        none: t("agencies.none"),
        more: "",
      }}
      filter={
        may("agencies.manage") && (
          <div className="row">
            <LinkButton href={href("newAgency", { network: id })} variant="main">
              {t("agencies.new")}
            </LinkButton>
          </div>
        )
      }
      href={href("agencies", { network: id })}
      nextCursor={undefined}
    >
      {agencies.length === 0 ? null : <AgencyTable agencies={agencies} />}
    </QueuePage>
  );
}

function AgencyTable({ agencies }: { agencies: readonly OfficeAgency[] }) {
  const t = useT();
  return (
    <TableFrame label={t("agencies.title")}>
      <thead>
        <tr>
          <th scope="col">{t("agencies.agency")}</th>
          <th scope="col">{t("agencies.state")}</th>
          <th scope="col">{t("agencies.hours")}</th>
          <th scope="col" className="money">
            {t("agencies.to-prepare")}
          </th>
          <th scope="col" className="money">
            {t("agencies.ready")}
          </th>
          <th scope="col" className="money">
            {t("agencies.drawers")}
          </th>
        </tr>
      </thead>
      <tbody>
        {agencies.map((agency) => (
          <AgencyRow key={agency.agencyId} agency={agency} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function AgencyRow({ agency }: { agency: OfficeAgency }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const words = useAgencyWords();
  const { agencyId, details, work } = agency;
  const { label, addressRoute, addressPostalCode, addressCity, openingHours } = details;
  return (
    <tr>
      <th scope="row" className="agency-place">
        <TextLink href={href("agency", { network: network.id, id: agencyId })}>
          <bdi>{label}</bdi>
        </TextLink>
        <span className="fine act-note">
          <bdi>{`${addressRoute}, ${addressPostalCode} ${addressCity}`}</bdi>
        </span>
      </th>
      <td>
        <AgencyStamp agency={agency} />
      </td>
      <td>{openingHours.length === 0 ? t("agencies.no-hours") : words.hours(openingHours)}</td>
      <td className="money">{formats.number(work.toPrepare)}</td>
      <td className="money">{formats.number(work.ready)}</td>
      <td className="money">{formats.number(work.openDrawers)}</td>
    </tr>
  );
}
