import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { CustomerObstacle } from "@guichet/contract/office/customer-service/deletion.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "customers.support");
  const customerId = params.id ?? "";
  const [found, checked] = await Promise.all([
    ctx.call("getCustomer", { customerId }, network.id),
    ctx.call("checkCustomerDeletion", { customerId }, network.id),
  ]);
  for (const outcome of [found, checked])
    if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  if (!found.ok || !checked.ok) throw new Response(null, { status: 404 });
  const { name, email, isGuest } = found.value.customer;
  return { customerId, name: name || email, email, isGuest, ...checked.value };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const [customerId, reason] = [params.id ?? "", said("reason")];
  if (reason === "" || said("confirmed") === "") return refused("FIELD_REQUIRED", { reason });
  const isWithdrawal = said("what") === "withdraw";
  const call = isWithdrawal ? "withdrawCustomerDeletion" : "startCustomerDeletion";
  const outcome = await ctx.call(call, { customerId, reason }, network.id);
  if (!outcome.ok) return refused(outcome.code, { reason });
  const done = isWithdrawal ? "deletion-withdrawn" : "deletion-started";
  return redirect(`${href("customer", { network: network.id, id: customerId })}?done=${done}`, { status: 303 });
}

/** Starts the deletion of an account as its customer asked in writing, or withdraws it. */
export default function DeleteCustomer() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { customerId, name, email, isGuest, obstacles, erasesAt, isRequested } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const day = formats.shortInstant(erasesAt);
  return (
    <OfficePage
      title={t("customers.deletion.title")}
      back={{ href: href("customer", { network: network.id, id: customerId }), label: name }}
      refused={answer && refusalText(t, answer.code)}
    >
      {isRequested ? (
        <>
          <Notice tone="wait">{t("customers.erases", { day })}</Notice>
          <ReasonForm what="withdraw" reason={answer?.reason} />
        </>
      ) : obstacles.length > 0 ? (
        <Obstacles obstacles={obstacles} />
      ) : (
        <>
          <p>{t("customers.deletion.text", { day, email: email || "–" })}</p>
          <p>{t(isGuest ? "customers.deletion.guest" : "customers.deletion.account")}</p>
          <ReasonForm what="start" reason={answer?.reason} />
        </>
      )}
    </OfficePage>
  );
}

/** What has to end before the account can be deleted, each with its link. */
function Obstacles({ obstacles }: { obstacles: readonly CustomerObstacle[] }) {
  const t = useT();
  const may = useMay();
  const network = useNetwork();
  return (
    <Notice tone="bad" title={t("customers.deletion.blocked")}>
      <ul>
        {obstacles.map(({ kind, id, name }) => (
          <li key={`${kind} ${id}`}>
            {t(`customers.deletion.obstacle.${kind}`)}{" "}
            {kind === "subscription" || !may("orders.read") ? (
              <bdi>{name}</bdi>
            ) : (
              <TextLink href={href("order", { network: network.id, id })}>{name}</TextLink>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function ReasonForm({ what, reason }: { what: "start" | "withdraw"; reason: string | undefined }) {
  const t = useT();
  const isBusy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" className="office-form">
      <input type="hidden" name="what" value={what} />
      <Stack>
        <Field
          name="reason"
          label={t("customers.reason")}
          hint={t("customers.deletion.reason")}
          defaultValue={reason}
          maxLength={auditReasonMaxLength}
          required
        />
        <Choice
          id="confirmed"
          type="checkbox"
          name="confirmed"
          value="yes"
          required
          title={t(`customers.deletion.${what}.confirmed`)}
        />
        <Button variant={what === "start" ? "danger" : undefined} busy={isBusy && t("customers.busy")}>
          {t(`customers.deletion.${what}.do`)}
        </Button>
      </Stack>
    </Form>
  );
}
