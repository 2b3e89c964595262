import { MergeObstacle } from "@guichet/contract/office/customer-service/merge.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { MergePreview, useObstacleText } from "./merge-preview.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "customers.merge");
  const customerId = params.id ?? "";
  const number = (ctx.url.searchParams.get("number") ?? "").trim().slice(0, 40);
  const [found, previewed] = await Promise.all([
    ctx.call("getCustomer", { customerId }, network.id),
    number === "" ? null : ctx.call("previewCustomerMerge", { customerId, number }, network.id),
  ]);
  if (!found.ok) throw new Response(null, { status: found.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { customer } = found.value;
  return {
    ...{ customerId: customer.customerId, customerNumber: customer.customerNumber, email: customer.email, number },
    name: customer.name || customer.email,
    isUnknown: previewed !== null && !previewed.ok,
    preview: previewed?.ok ? previewed.value : null,
  };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const said = (name: string) => `${form.get(name) ?? ""}`.trim();
  const [customerId, reason] = [params.id ?? "", said("reason")];
  if (reason === "" || said("confirmed") === "")
    return refused("FIELD_REQUIRED", { reason, obstacle: null, names: [] });
  const outcome = await ctx.call("mergeCustomers", { customerId, absorbedId: said("absorbed"), reason }, network.id);
  if (outcome.ok)
    return redirect(`${href("customer", { network: network.id, id: customerId })}?done=merged`, { status: 303 });
  const obstacle = MergeObstacle.safeParse(outcome.details?.reason).data ?? null;
  const { names } = outcome.details ?? {};
  return refused(outcome.code, { reason, obstacle, names: Array.isArray(names) ? names.map(String) : [] });
}

/** Merges another account of the same person into this one, after a look at what moves. */
export default function MergeCustomer() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const obstacleText = useObstacleText();
  const { customerId, customerNumber, name, email, number, isUnknown, preview } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong =
    answer &&
    (answer.obstacle === null
      ? refusalText(t, answer.code)
      : obstacleText({ kind: answer.obstacle, names: answer.names }));
  return (
    <OfficePage
      title={t("customers.merge.title")}
      text={t("customers.merge.text", { remaining: formats.list([name, customerNumber, email].filter(Boolean)) })}
      back={{ href: href("customer", { network: network.id, id: customerId }), label: name }}
      refused={wrong}
    >
      <Form method="get" className="office-form">
        <Stack>
          <Field
            name="number"
            label={t("customers.merge.number")}
            hint={t("customers.merge.number.hint")}
            error={isUnknown ? t("customers.merge.unknown") : undefined}
            defaultValue={number}
            maxLength={40}
            autoComplete="off"
            dir="ltr"
            required
          />
          <div className="row">
            <Button>{t("customers.merge.preview")}</Button>
          </div>
        </Stack>
      </Form>
      {preview && <MergePreview key={number} preview={preview} reason={answer?.reason} />}
      {preview === null && !isUnknown && <Notice>{t("customers.merge.which")}</Notice>}
    </OfficePage>
  );
}
