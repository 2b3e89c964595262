import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { OfficeAlert } from "@guichet/contract/office/alerts/alerts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
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
import { ActHistory } from "../audit-log/act-history.tsx";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionLocaleOf, actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { useRefusal, whyRefused } from "./alert-answer.ts";
import { AlertFields } from "./alert-form.tsx";
import { AlertStamp } from "./alert-stamp.tsx";
import { alertOf, placeOf, typedIn, typedOf } from "./typed-alert.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getAlert", { alertId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id: network } = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const alertId = params.id ?? "";
  const locale = await actionLocaleOf(ctx, network);
  const isWithdrawn = form.get("what") === "withdraw";
  const seen = { alertId, version: Number(form.get("version")) };
  const typed = typedIn(form, locale.languages);
  const reason = `${form.get("reason") ?? ""}`.trim();
  const details = alertOf(typed, locale);
  const outcome = isWithdrawn
    ? await ctx.call("withdrawAlert", { ...seen, reason }, network)
    : details.ok
      ? await ctx.call("changeAlert", { ...seen, details: details.value }, network)
      : details;
  if (!outcome.ok)
    return refused(outcome.code, { ...whyRefused(outcome.details), typed: isWithdrawn ? null : typed, reason });
  const done = isWithdrawn ? "withdrawn" : "changed";
  return redirect(`${href("alert", { network, id: alertId })}?done=${done}`, { status: 303 });
}

/** One alert: what it says now, a form that changes or withdraws it, and its history. */
export default function Alert() {
  const t = useT();
  const mayManage = useMay()("alerts.manage");
  const network = useNetwork();
  const { alert, history } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = useRefusal(answer);
  const isOpen = alert.state !== "withdrawn";
  return (
    <OfficePage
      title={t("alerts.alert")}
      stamp={<AlertStamp state={alert.state} />}
      back={{ href: href("alerts", { network: network.id }), label: t("alerts.title") }}
      refused={wrong?.text}
      flash={<Done />}
    >
      <Split aside={isOpen && mayManage && <WithdrawForm version={alert.version} reason={answer?.reason ?? ""} />}>
        <AlertFacts alert={alert} />
        {isOpen && mayManage && <ChangeForm answer={answer} wrong={wrong} alert={alert} />}
        <ActHistory history={history} />
      </Split>
    </OfficePage>
  );
}

function ChangeForm({
  alert,
  answer,
  wrong,
}: {
  alert: OfficeAlert;
  answer: ReturnType<typeof useActionData<typeof action>>;
  wrong: ReturnType<typeof useRefusal>;
}) {
  const t = useT();
  const { timeZone, languages } = useNetwork();
  const busy = useNavigation().formMethod === "POST" && t("alerts.busy");
  const field = wrong?.field ? { field: wrong.field, text: wrong.text } : null;
  return (
    // Saved by somebody else meanwhile, it is shown with the new version: sent again, it replaces that on purpose.
    <Form method="post" className="office-form" key={answer === undefined ? alert.version : "refused"}>
      <input type="hidden" name="version" value={alert.version} />
      <Stack>
        <AlertFields typed={answer?.typed ?? typedOf(alert.details, timeZone)} languages={languages} wrong={field} />
        <Button variant="main" busy={busy}>
          {t("alerts.change")}
        </Button>
      </Stack>
    </Form>
  );
}

function WithdrawForm({ version, reason }: { version: number; reason: string }) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST" && t("alerts.busy");
  return (
    <Sheet id="withdraw" title={t("alerts.withdraw")}>
      <Form method="post">
        <input type="hidden" name="what" value="withdraw" />
        <input type="hidden" name="version" value={version} />
        <Stack>
          <p className="small soft">{t("alerts.withdraw.text")}</p>
          <TextArea
            name="reason"
            label={t("alerts.reason")}
            defaultValue={reason}
            rows={2}
            maxLength={auditReasonMaxLength}
            required
          />
          <Button variant="danger" busy={busy}>
            {t("alerts.withdraw")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

/** What customers see of an alert, and when. */
function AlertFacts({ alert: { details, changedAt, changedBy } }: { alert: OfficeAlert }) {
  const t = useT();
  const formats = useFormats();
  const { languages } = useNetwork();
  const { level, message, displayAfter, displayBefore, estimatedEnd } = details;
  const at = (instant: string | null, none: string) => (instant === null ? none : formats.shortInstant(instant));
  const texts = languages.flatMap((language) => {
    const text = message[language];
    return text === undefined ? [] : [{ term: formats.language(language), value: text, language }];
  });
  return (
    <Sheet id="alert" title={t("alerts.shown")}>
      <Facts
        facts={[
          ...texts.map(({ term, value, language }) => ({
            term,
            value: (
              <span lang={language} dir="auto" className="alert-text">
                {value}
              </span>
            ),
            long: true,
          })),
          { term: t("alerts.place"), value: t(`alerts.place.${placeOf(details)}`) },
          { term: t("alerts.level"), value: t(`alerts.level.${level}`) },
          { term: t("alerts.field.displayAfter"), value: at(displayAfter, t("alerts.from.at-once")) },
          { term: t("alerts.field.displayBefore"), value: at(displayBefore, t("alerts.until.withdrawn")) },
          ...(estimatedEnd === null
            ? []
            : [{ term: t("alerts.field.estimatedEnd"), value: formats.shortInstant(estimatedEnd) }]),
          {
            term: t("alerts.changed"),
            value: t("alerts.changed.by", { at: formats.shortInstant(changedAt), by: changedBy ?? "–" }),
          },
        ]}
      />
    </Sheet>
  );
}

const outcomes = ["added", "changed", "withdrawn"] as const;

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const done = outcomes.find((one) => one === query.get("done"));
  if (done === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {t(`alerts.done.${done}`)}
    </Notice>
  );
}
