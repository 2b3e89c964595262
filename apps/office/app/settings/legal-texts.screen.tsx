import { termsKinds } from "@guichet/contract/network-pack.ts";
import type { LegalTextVersion } from "@guichet/contract/office/catalogue/network-settings.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useItemTitle } from "../catalogue/item-title.ts";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const found = await ctx.call("listLegalTexts", {}, network.id);
  if (!found.ok) throw new Response(null, { status: found.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return found.value;
}

/** The legal texts of the network with all their versions. */
export default function LegalTexts() {
  const t = useT();
  const network = useNetwork();
  const titleOf = useItemTitle();
  const { versions } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={t("settings.legal-texts")}
      text={t("settings.legal-texts.text")}
      back={{ href: href("settings", { network: network.id }), label: t("settings.title") }}
    >
      {termsKinds.map((kind) => (
        <section key={kind} aria-labelledby={kind}>
          <h2 id={kind}>{titleOf("legal-text", kind, kind)}</h2>
          <Versions title={titleOf("legal-text", kind, kind)} versions={versions.filter((one) => one.kind === kind)} />
        </section>
      ))}
    </OfficePage>
  );
}

function Versions({ title, versions }: { title: string; versions: readonly LegalTextVersion[] }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  if (versions.length === 0) return <Notice>{t("settings.legal-texts.none")}</Notice>;
  return (
    <TableFrame label={title}>
      <thead>
        <tr>
          <th scope="col">{t("settings.version")}</th>
          <th scope="col">{t("settings.version.published")}</th>
          <th scope="col">{t("settings.version.in-force")}</th>
          <th scope="col">{t("settings.version.by")}</th>
          <th scope="col">{t("settings.version.missing")}</th>
        </tr>
      </thead>
      <tbody>
        {versions.map(({ kind, number, publishedAt, updatedOn, publishedBy, missing }, index) => (
          <tr key={number}>
            <th scope="row">
              <TextLink href={`${href("legalText", { network: network.id, kind })}?number=${number}`}>
                {t("settings.version.number", { number: formats.number(number) })}
              </TextLink>{" "}
              {index === 0 && <Stamp tone="ok">{t("settings.version.current")}</Stamp>}
            </th>
            <td>{formats.shortInstant(publishedAt)}</td>
            <td>{formats.shortDay(updatedOn)}</td>
            <td>
              <bdi>{publishedBy ?? t("settings.version.import")}</bdi>
            </td>
            <td>{missing.length === 0 ? "–" : formats.list(missing.map((language) => formats.language(language)))}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
