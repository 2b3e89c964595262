import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { AgencyRefusal } from "@guichet/contract/office/agencies.ts";
import { Collect } from "@guichet/contract/orders.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
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
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const orderId = params.id ?? "";
  const agencyId = /^[\w-]{1,64}$/.exec(ctx.url.searchParams.get("agency") ?? "")?.[0];
  const values = { orderId, ...(agencyId === undefined ? {} : { agencyId }) };
  const outcome = await ctx.call("listCollectionSlots", values, network.id);
  if (outcome.ok) return { orderId, ...outcome.value };
  // It was collected or cancelled meanwhile: its page says so.
  if (outcome.code === "TRANSITION_NOT_ALLOWED") throw redirect(href("order", { network: network.id, id: orderId }));
  throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const orderId = params.id ?? "";
  const form = await request.formData();
  const reason = `${form.get("reason") ?? ""}`.trim();
  const slotIn = (name: string) => {
    const [siteId, slotId] = `${form.get(name) ?? ""}`.split("|");
    return Collect.safeParse({ siteId, slotId }).data;
  };
  const [seen, collect] = [slotIn("seen"), slotIn("slot")];
  if (seen === undefined || collect === undefined || reason === "")
    return refused("FIELD_REQUIRED", { refusal: null, reason });
  const outcome = await ctx.call("moveCollection", { orderId, seen, collect, reason }, network.id);
  if (!outcome.ok) return refused(outcome.code, { refusal: refusalIn(outcome.details?.reason), reason });
  return redirect(`${href("order", { network: network.id, id: orderId })}?done=collection`, { status: 303 });
}

const refusalIn = (reason: unknown): AgencyRefusal | null => AgencyRefusal.safeParse(reason).data ?? null;

/** Moves the collection of an order to another slot, as its customer asked. */
export default function MoveCollection() {
  const t = useT();
  const network = useNetwork();
  const { orderId, number } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const reasons = { changed: "agencies.move-one.changed", full: "agencies.move-one.full" } as const;
  const { refusal } = answer ?? {};
  const text = refusal === "changed" || refusal === "full" ? t(reasons[refusal]) : undefined;
  return (
    <OfficePage
      title={t("agencies.move-one", { number })}
      text={t("agencies.move-one.text")}
      back={{
        href: href("order", { network: network.id, id: orderId }),
        label: t("agencies.move-one.back", { number }),
      }}
      refused={text ?? (answer?.code && refusalText(t, answer.code))}
    >
      <AgencyChoice />
      <SlotForm reason={answer?.reason ?? ""} />
    </OfficePage>
  );
}

/** The agency of the slots; it works without script. */
function AgencyChoice() {
  const t = useT();
  const { agencyId, agencies } = useLoaderData<typeof loader>();
  if (agencies.length < 2) return null;
  return (
    <Form className="search" key={agencyId}>
      <Select
        label={t("agencies.moves.to")}
        name="agency"
        defaultValue={agencyId ?? ""}
        options={agencies.map((one) => ({ value: one.agencyId, label: one.label }))}
      />
      <Button>{t("agencies.moves.propose")}</Button>
    </Form>
  );
}

function SlotForm({ reason }: { reason: string }) {
  const t = useT();
  const formats = useFormats();
  const { collect, slots } = useLoaderData<typeof loader>();
  const busy = useNavigation().formMethod === "POST" && t("agencies.busy");
  const optionOf = ({ siteId, slotId }: { siteId: string; slotId: string }) => `${siteId}|${slotId}`;
  const inWords = (at: string, label: string) => t("shell.agency.slot-at", { at: formats.shortInstant(at), label });
  if (slots.length === 0) return <Notice tone="wait">{t("agencies.move-one.none")}</Notice>;
  return (
    <Form method="post" className="office-form">
      <input type="hidden" name="seen" value={optionOf(collect)} />
      <Sheet>
        <Stack>
          <Facts facts={[{ term: t("agencies.moves.promised"), value: inWords(collect.startsAt, collect.label) }]} />
          <Select
            label={t("agencies.moves.slot")}
            name="slot"
            key={slots[0]?.siteId}
            options={slots.map((slot) => ({ value: optionOf(slot), label: inWords(slot.startsAt, slot.label) }))}
          />
          <TextArea
            name="reason"
            label={t("agencies.reason")}
            defaultValue={reason}
            rows={2}
            maxLength={auditReasonMaxLength}
            required
          />
          <Button variant="main" busy={busy}>
            {t("agencies.move-one.do")}
          </Button>
        </Stack>
      </Sheet>
    </Form>
  );
}
