import { Facts } from "@guichet/ui/facts.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { EditIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { ActHistory } from "../audit-log/act-history.tsx";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import {
  actionLocaleOf,
  actionNetworkOf,
  networkOf,
  type RequestContext,
  requestContextOf,
} from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { changeDraftBy } from "./change-draft.ts";
import { DoneFlash } from "./done-flash.tsx";
import { DraftChanges } from "./draft-changes.tsx";
import { DraftFaults } from "./draft-faults.tsx";
import { DraftForms } from "./draft-forms.tsx";
import { DraftStamp } from "./draft-stamp.tsx";
import { refusalIn } from "./item-form/change-item.ts";
import { withNames } from "./item-form/value-words.tsx";
import { itemsHref } from "./item-kinds.ts";
import { PreviewForm, PreviewLink } from "./preview-form.tsx";
import { useRefusal } from "./refusal-words.ts";
import { RevertForm } from "./revert-form.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const draftId = params.id ?? "";
  const [found, item] = await Promise.all([
    ctx.call("getCatalogueDraft", { draftId }, network.id),
    // For the currency, and the names of the items that others refer to.
    ctx.call("getDraftItem", { draftId, kind: "article" }, network.id),
  ]);
  for (const outcome of [found, item])
    if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  if (!found.ok || !item.ok) throw new Response(null, { status: 404 });
  const { currency, choices } = item.value;
  const names = withNames({ currency, choices }, found.value.changes);
  return { ...found.value, names, now: ctx.now(), idempotencyKey: crypto.randomUUID() };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id } = await actionNetworkOf(ctx, params.network);
  const { timeZone } = await actionLocaleOf(ctx, id);
  const form = await request.formData();
  if (form.get("what") === "preview") return previewOf(ctx, id, params.id ?? "");
  const answer = await changeDraftBy(ctx, { network: id, timeZone, draftId: params.id ?? "" }, form);
  return answer instanceof Response ? answer : refused(answer.code, answer);
}

/** Makes a link that shows the draft in the shop. */
async function previewOf(ctx: Pick<RequestContext, "call">, network: string, draftId: string) {
  const outcome = await ctx.call("previewCatalogueDraft", { draftId }, network);
  if (outcome.ok) return outcome.value;
  const typed = { name: "", when: "", at: "", reason: "" };
  return refused(outcome.code, { refusal: refusalIn(outcome.details), what: null, field: null, typed });
}

/** A draft of the catalogue: what it changes, what is wrong with it, and what becomes of it. */
export default function Draft() {
  const t = useT();
  const network = useNetwork();
  const mayEdit = useMay()("catalogue.edit");
  const { draft, changes, faults, warnings, needsApproval, mayDecide, names, now, idempotencyKey, history } =
    useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  const answer = done !== undefined && "code" in done ? done : undefined;
  const { draftId, state, failedAt } = draft;
  const hasConflicts = changes.some(({ conflicts }) => conflicts.length > 0);
  const obstacle = changes.length === 0 ? "empty" : hasConflicts ? "conflicts" : faults.length > 0 ? "faults" : null;
  const isEditable = state === "open" && mayEdit;
  return (
    <OfficePage
      title={draft.name}
      stamp={<DraftStamp draft={draft} />}
      back={{ href: href("catalogue", { network: network.id }), label: t("catalogue.title") }}
      flash={<DoneFlash />}
      refused={useRefusal(answer)}
    >
      {failedAt !== null && state === "open" && <Notice tone="bad">{t("catalogue.failed")}</Notice>}
      <div className="row">
        <LinkButton
          href={itemsHref({ network: network.id, draft: draftId, kind: "article" })}
          {...(isEditable && { variant: "main" as const, icon: <EditIcon size="s" /> })}
        >
          {t(isEditable ? "catalogue.edit" : "catalogue.look")}
        </LinkButton>
        <LinkButton href={href("draftSettings", { network: network.id, id: draftId })}>
          {t("catalogue.settings")}
        </LinkButton>
        <LinkButton href={href("catalogueSimulation", { network: network.id, id: draftId })}>
          {t("catalogue.simulation")}
        </LinkButton>
        {state !== "published" && state !== "discarded" && <PreviewForm />}
      </div>
      {done !== undefined && "url" in done && <PreviewLink {...done} />}
      <Split
        aside={
          <Stack>
            <DraftFacts />
            <DraftForms {...{ draft, obstacle, needsApproval, mayDecide, now, answer }} />
            {state === "published" && mayEdit && <RevertForm draft={draft} idempotencyKey={idempotencyKey} />}
          </Stack>
        }
      >
        <DraftFaults draftId={draftId} faults={faults} warnings={warnings} />
        <DraftChanges draft={draft} changes={changes} names={names} />
      </Split>
      <ActHistory history={history} />
    </OfficePage>
  );
}

function DraftFacts() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { draft } = useLoaderData<typeof loader>();
  const { createdBy, createdAt, requestedBy, requestedAt, publishAt, decidedBy, publishedAt, reverts, state } = draft;
  const by = (name: string | null, at: string) => <Joined parts={[name, formats.shortInstant(at)]} />;
  const facts = [
    { term: t("catalogue.created"), value: by(createdBy, createdAt), long: true },
    ...(requestedAt === null
      ? []
      : [{ term: t("catalogue.requested"), value: by(requestedBy, requestedAt), long: true }]),
    ...(publishAt === null || state === "published" || state === "discarded"
      ? []
      : [{ term: t("catalogue.planned"), value: formats.shortInstant(publishAt), long: true }]),
    ...(decidedBy === null ? [] : [{ term: t("catalogue.decided"), value: decidedBy, long: true }]),
    ...(publishedAt === null
      ? []
      : [{ term: t("catalogue.published"), value: formats.shortInstant(publishedAt), long: true }]),
    ...(reverts === null
      ? []
      : [
          {
            term: t("catalogue.reverts.term"),
            value: (
              <TextLink href={href("catalogueDraft", { network: network.id, id: reverts.draftId })}>
                {reverts.name}
              </TextLink>
            ),
            long: true,
          },
        ]),
  ];
  return (
    <Sheet>
      <Facts facts={facts} />
    </Sheet>
  );
}
