import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { CloseForm } from "./close-form.tsx";
import { closeFrom, drawerRefusal } from "./drawer-action.ts";
import { DrawerFacts, DrawerStamp } from "./drawer-facts.tsx";
import { drawerTypedIn, openingOf, type TypedDrawer } from "./typed-drawer.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getCounter", {}, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { agencies, currency, drawer } = outcome.value;
  return { agencies, currency, drawer };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  if (form.has("drawer")) {
    const answer = await closeFrom(ctx, network.id, form);
    return answer ?? redirect(`${href("ownDrawer", { network: network.id })}?done=closed`, { status: 303 });
  }
  const typed = drawerTypedIn(form);
  const opening = openingOf(typed, `${form.get("currency") ?? ""}`);
  const outcome = opening.ok ? await ctx.call("openDrawer", opening.value, network.id) : opening;
  if (!outcome.ok) return refused(outcome.code, { typed, details: outcome.details ?? {} });
  return redirect(`${href("counter", { network: network.id })}`, { status: 303 });
}

/** The own cash drawer: it is opened here, and counted and closed. */
export default function OwnDrawer() {
  const t = useT();
  const network = useNetwork();
  const { drawer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer === undefined ? null : drawerRefusal(t, answer.code, answer.details);
  return (
    <OfficePage
      title={t("counter.drawer.own")}
      text={t("counter.drawer.text")}
      stamp={drawer !== null && <DrawerStamp drawer={drawer} />}
      back={{ href: href("counter", { network: network.id }), label: t("counter.back") }}
      flash={<Done />}
      refused={refusal?.text}
    >
      {drawer === null ? (
        <OpenForm typed={answer?.typed ?? null} wrong={refusal} />
      ) : (
        <Split aside={<CloseForm drawerId={drawer.drawerId} typed={answer?.typed ?? null} wrong={refusal} />}>
          <DrawerFacts drawer={drawer} />
        </Split>
      )}
    </OfficePage>
  );
}

function Done() {
  const t = useT();
  const [query] = useSearchParams();
  if (query.get("done") !== "closed") return null;
  return (
    <Notice tone="ok" role="status">
      {t("counter.drawer.done.closed")}
    </Notice>
  );
}

interface OpenFormProps {
  typed: TypedDrawer | null;
  wrong: { field: string | null; text: string } | null;
}

function OpenForm({ typed, wrong }: OpenFormProps) {
  const t = useT();
  const formats = useFormats();
  const { agencies, currency } = useLoaderData<typeof loader>();
  const busy = useNavigation().formMethod === "POST" && t("counter.busy");
  const errorOf = (field: string) => (wrong?.field === field ? wrong.text : undefined);
  if (agencies.length === 0) return <Notice tone="bad">{t("counter.drawer.no-agency")}</Notice>;
  return (
    <Form method="post" className="office-form">
      <input type="hidden" name="currency" value={currency} />
      <Sheet id="open" title={t("counter.drawer.open.title")}>
        <Stack>
          <Select
            name="agencyId"
            label={t("counter.field.agencyId")}
            error={errorOf("agencyId")}
            defaultValue={typed?.agencyId ?? agencies[0]?.id}
            options={agencies.map(({ id, label }) => ({ value: id, label }))}
          />
          <Field
            name="openingAmount"
            label={t("counter.drawer.opening")}
            hint={t("counter.drawer.opening.hint", { example: formats.number(exampleAmount), currency })}
            error={errorOf("openingAmount")}
            defaultValue={typed?.openingAmount ?? ""}
            inputMode="decimal"
            maxLength={14}
            autoComplete="off"
            required
          />
          <Button variant="main" busy={busy}>
            {t("counter.drawer.open.do")}
          </Button>
        </Stack>
      </Sheet>
    </Form>
  );
}

/** How an amount is written. */
const exampleAmount = 50.5;
