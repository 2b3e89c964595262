import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats } from "../shell/page-context.tsx";
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

/** The staff of this network and their roles, which are changed on the server (`npm run staff`). */
export default function StaffList() {
  const t = useT();
  const formats = useFormats();
  const { members } = useLoaderData<typeof loader>();
  return (
    <OfficePage title={t("staff.title")} text={t("staff.text")}>
      <TableFrame label={t("staff.title")}>
        <thead>
          <tr>
            <th scope="col">{t("staff.name")}</th>
            <th scope="col">{t("staff.email")}</th>
            <th scope="col">{t("staff.roles")}</th>
            <th scope="col">{t("staff.seen")}</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ staffId, name, email, roles, disabledAt, lastSeenAt }) => (
            <tr key={staffId}>
              <th scope="row">{name}</th>
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
              <td>{lastSeenAt ? formats.shortInstant(lastSeenAt) : t("staff.never")}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </OfficePage>
  );
}
