import type { FoundTraveller } from "@guichet/contract/office/travellers.ts";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { SearchBox } from "../shell/search/search-box.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = (ctx.url.searchParams.get("q") ?? "").trim().slice(0, 100);
  if (query.length < 2) return { query, travellers: null, hasMore: false };
  const outcome = await ctx.call("findTravellers", { query }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 500 });
  const { travellers, hasMore } = outcome.value;
  const [only] = travellers;
  if (travellers.length === 1 && only !== undefined)
    return redirect(href("traveller", { network: network.id, id: only.travellerId }));
  return { query, travellers, hasMore };
}

/** Search for travellers; a single result opens directly. */
export default function Travellers() {
  const t = useT();
  const { query, travellers, hasMore } = useLoaderData<typeof loader>();
  useKeys({ "/": "q" });
  return (
    <OfficePage title={t("travellers.title")}>
      <SearchBox of="travellers" query={query} hint={t("travellers.text")} />
      {travellers && (
        <p role="status" className="soft">
          {t("travellers.found", { count: travellers.length })}
        </p>
      )}
      {travellers?.length === 0 && <Notice>{t("travellers.none")}</Notice>}
      {travellers && travellers.length > 0 && <TravellerTable travellers={travellers} />}
      {hasMore && <Notice tone="wait">{t("travellers.more")}</Notice>}
    </OfficePage>
  );
}

function TravellerTable({ travellers }: { travellers: readonly FoundTraveller[] }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  return (
    <TableFrame label={t("travellers.title")}>
      <thead>
        <tr>
          <th scope="col">{t("travellers.name")}</th>
          <th scope="col">{t("travellers.born")}</th>
          <th scope="col">{t("travellers.account")}</th>
          <th scope="col">{t("travellers.email")}</th>
          <th scope="col">{t("travellers.customer-number")}</th>
        </tr>
      </thead>
      <tbody>
        {travellers.map(({ travellerId, firstName, lastName, birthDate, isGuest, holder }) => (
          <tr key={travellerId}>
            <th scope="row">
              <TextLink href={href("traveller", { network: network.id, id: travellerId })}>
                <bdi>{`${firstName} ${lastName}`.trim() || (isGuest && holder.email) || t("travellers.unnamed")}</bdi>
              </TextLink>
            </th>
            <td>{birthDate === null ? t("travellers.unknown") : formats.shortDay(birthDate)}</td>
            <td>
              <bdi>{holder.name}</bdi>
            </td>
            <td>
              <bdi dir="ltr">{holder.email}</bdi>
            </td>
            <td>
              <Figures>{holder.customerNumber}</Figures>
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
