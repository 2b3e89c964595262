import {
  type PackOnlyReason,
  packOnlyReasons,
  packOnlySettings,
} from "@guichet/contract/office/catalogue/network-items.ts";
import { hasPermission } from "@guichet/contract/staff-roles.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { DraftingForm } from "./drafting-form.tsx";
import { openInDraft } from "./open-in-draft.ts";
import { PaymentAccountSheet } from "./payment-account-sheet.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "emails.read");
  if (!hasPermission(network.roles, "settings.manage")) return { managed: null };
  const [account, drafts] = await Promise.all([
    ctx.call("getPaymentAccount", {}, network.id),
    ctx.call("listCatalogueDrafts", { state: "open" }, network.id),
  ]);
  if (!account.ok || !drafts.ok) throw new Response(null, { status: 404 });
  const managed = { account: account.value.account, drafts: drafts.value.items, idempotencyKey: crypto.randomUUID() };
  return { managed };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id } = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  if (form.get("what") === "test") {
    const tested = await ctx.call("testPaymentAccount", {}, id);
    return tested.ok
      ? redirect(`${href("settings", { network: id })}?done=tested`, { status: 303 })
      : refused(tested.code, {});
  }
  const opened = await openInDraft(ctx, id, form);
  return opened instanceof Response ? opened : refused(opened.code, {});
}

/** The settings of the network: what is changed by drafts, its legal texts, its e-mails, and its payment account. */
export default function Settings() {
  const t = useT();
  const network = useNetwork();
  const may = useMay();
  const { managed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <OfficePage title={t("settings.title")} text={t("settings.text")} refused={answer && refusalText(t, answer.code)}>
      <div className="row">
        {may("catalogue.read") && (
          <LinkButton href={href("legalTexts", { network: network.id })}>{t("settings.legal-texts")}</LinkButton>
        )}
        <LinkButton href={href("emails", { network: network.id })}>{t("settings.emails")}</LinkButton>
      </div>
      {managed !== null && (
        <Split aside={<PaymentAccountSheet account={managed.account} />}>
          <Stack>
            <DraftingForm drafts={managed.drafts} idempotencyKey={managed.idempotencyKey} />
            <PackOnly />
          </Stack>
        </Split>
      )}
    </OfficePage>
  );
}

/** What is changed only by an import of the pack, and why. */
function PackOnly() {
  const t = useT();
  const formats = useFormats();
  const keysOf = (reason: PackOnlyReason) =>
    Object.entries(packOnlySettings).flatMap(([key, why]) => (why === reason ? [key] : []));
  return (
    <Sheet>
      <Disclosure summary={t("settings.pack-only")}>
        <Stack>
          <p className="small soft">{t("settings.pack-only.text")}</p>
          <dl className="catalogue-comparison">
            {packOnlyReasons.map((reason) => (
              <div key={reason}>
                <dt>{t(`settings.pack-only.${reason}`)}</dt>
                <dd>
                  <code translate="no">{formats.list(keysOf(reason))}</code>
                </dd>
              </div>
            ))}
          </dl>
        </Stack>
      </Disclosure>
    </Sheet>
  );
}
