import { TextLink } from "@guichet/ui/link.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const found = await ctx.call("listEmails", {}, network.id);
  if (!found.ok) throw new Response(null, { status: found.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return found.value;
}

/** Every kind of e-mail that the network sends. */
export default function Emails() {
  const t = useT();
  const network = useNetwork();
  const { emails } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={t("settings.emails")}
      text={t("settings.emails.text")}
      back={{ href: href("settings", { network: network.id }), label: t("settings.title") }}
    >
      <TableFrame label={t("settings.emails")}>
        <thead>
          <tr>
            <th scope="col">{t("settings.email.subject")}</th>
            <th scope="col">{t("settings.email.template")}</th>
          </tr>
        </thead>
        <tbody>
          {emails.map(({ template, subject }) => (
            <tr key={template}>
              <th scope="row">
                <TextLink href={href("email", { network: network.id, template })}>
                  <bdi>{subject}</bdi>
                </TextLink>
              </th>
              <td>
                <code translate="no">{template}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </OfficePage>
  );
}
