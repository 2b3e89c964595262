import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("listStaff", {}, network.id);
  if (!outcome.ok) throw new Response(null, { status: 403 });
  return outcome.value;
}

/** The staff of this network and their roles; each leads to its page. */
export default function StaffList() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const [query] = useSearchParams();
  const { members } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={t("staff.title")}
      text={t("staff.text")}
      flash={
        query.get("done") === "removed" && (
          <Notice tone="ok" role="status">
            {t("staff.done.removed")}
          </Notice>
        )
      }
    >
      <div>
        <LinkButton href={href("inviteStaff", { network: network.id })}>{t("staff.invite")}</LinkButton>
      </div>
      <TableFrame label={t("staff.title")}>
        <thead>
          <tr>
            <th scope="col">{t("staff.name")}</th>
            <th scope="col">{t("staff.email")}</th>
            <th scope="col">{t("staff.roles")}</th>
            <th scope="col">{t("staff.factor")}</th>
            <th scope="col">{t("staff.seen")}</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ staffId, name, email, roles, disabledAt, lastSeenAt, hasSecondFactor, invitedUntil }) => (
            <tr key={staffId}>
              <th scope="row">
                <TextLink href={href("staffMember", { network: network.id, id: staffId })}>
                  <bdi>{name}</bdi>
                </TextLink>
              </th>
              <td>
                <bdi dir="ltr">{email}</bdi>
              </td>
              <td>
                {disabledAt ? (
                  <Stamp tone="bad">{t("staff.disabled")}</Stamp>
                ) : (
                  formats.list(roles.map((role) => t(`shell.role.${role}`)))
                )}
              </td>
              <td>{t(hasSecondFactor ? "staff.factor.has" : "staff.factor.none")}</td>
              <td>
                {lastSeenAt ? formats.shortInstant(lastSeenAt) : t(invitedUntil ? "staff.invited" : "staff.never")}
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </OfficePage>
  );
}
