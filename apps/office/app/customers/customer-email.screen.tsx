import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "customers.support");
  const customerId = params.id ?? "";
  const outcome = await ctx.call("getCustomerEmail", { customerId, emailId: params.email ?? "" }, network.id);
  if (outcome.ok) return { customerId, email: outcome.value.email };
  if (outcome.code === "TRANSITION_NOT_ALLOWED") return { customerId, email: null };
  throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
}

/** An e-mail to a customer, as text. */
export default function CustomerEmailPage() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { customerId, email } = useLoaderData<typeof loader>();
  const back = {
    href: `${href("customer", { network: network.id, id: customerId })}#emails`,
    label: t("customers.emails"),
  };
  if (email === null)
    return (
      <OfficePage title={t("customers.secret")} back={back}>
        <Notice>{t("customers.email.no-contents")}</Notice>
      </OfficePage>
    );
  const { subject, to, text, createdAt, sentAt } = email;
  return (
    <OfficePage title={subject} text={t("customers.email.links")} back={back}>
      <Facts
        facts={[
          { term: t("customers.email.to"), value: <bdi dir="ltr">{to}</bdi>, long: true },
          {
            term: t(sentAt === null ? "customers.email.waiting" : "customers.email.sent"),
            value: formats.shortInstant(sentAt ?? createdAt),
          },
        ]}
      />
      <Sheet>
        <bdi className="note-text">{text}</bdi>
      </Sheet>
    </OfficePage>
  );
}
