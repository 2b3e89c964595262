import { draftNameMaxLength } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import { type CatalogueDraft, DraftState } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { PlusIcon } from "@guichet/ui/icons.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
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
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { DraftStamp } from "./draft-stamp.tsx";
import { refusalIn } from "./item-form/change-item.ts";
import { useRefusal } from "./refusal-words.ts";
import { RevertForm } from "./revert-form.tsx";

const stateIn = (query: URLSearchParams) => DraftState.safeParse(query.get("state")).data;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const state = stateIn(query);
  const cursor = query.get("after") ?? undefined;
  const values = { ...(state === undefined ? {} : { state }), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listCatalogueDrafts", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  // The same form sent twice adds one draft.
  return { ...outcome.value, idempotencyKey: crypto.randomUUID() };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const [name, reverted, idempotencyKey] = [given("name"), given("draft"), given("key")];
  const isRevert = given("what") === "revert";
  if (!isRevert && name === "") return refused("FIELD_REQUIRED", { refusal: null, field: "name" as const, name });
  const outcome = isRevert
    ? await ctx.call("revertCatalogueDraft", { draftId: reverted }, network.id, { idempotencyKey })
    : await ctx.call("addCatalogueDraft", { name }, network.id, { idempotencyKey });
  if (!outcome.ok) return refused(outcome.code, { refusal: refusalIn(outcome.details), field: null, name });
  const { draftId } = outcome.value.draft;
  const done = isRevert ? "reverted" : "added";
  return redirect(`${href("catalogueDraft", { network: network.id, id: draftId })}?done=${done}`, { status: 303 });
}

/** The drafts of the catalogue, the newest first: the published ones are its history. */
export default function Drafts() {
  const t = useT();
  const { id } = useNetwork();
  const mayEdit = useMay()("catalogue.edit");
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <QueuePage
      words={{
        title: t("catalogue.title"),
        text: t("catalogue.text"),
        none: t("catalogue.none"),
        more: t("catalogue.more"),
      }}
      refused={useRefusal(answer)}
      filter={
        <>
          {mayEdit && <NewDraft typed={answer?.name ?? ""} />}
          <Filter />
        </>
      }
      href={href("catalogue", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <DraftTable items={items} />}
    </QueuePage>
  );
}

function NewDraft({ typed }: { typed: string }) {
  const t = useT();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const busy = useNavigation().formData?.get("what") === "add" && t("catalogue.busy");
  return (
    <Form method="post" className="office-form">
      <input type="hidden" name="what" value="add" />
      <input type="hidden" name="key" value={idempotencyKey} />
      <Field
        name="name"
        label={t("catalogue.new")}
        hint={t("catalogue.new.hint")}
        defaultValue={typed}
        maxLength={draftNameMaxLength}
        autoComplete="off"
        required
        action={
          <Button variant="main" icon={<PlusIcon size="s" />} busy={busy}>
            {t("catalogue.new.do")}
          </Button>
        }
      />
    </Form>
  );
}

function Filter() {
  const t = useT();
  const [query] = useSearchParams();
  const state = stateIn(query) ?? "";
  return (
    <Form className="search" key={state}>
      <Select
        label={t("catalogue.state")}
        name="state"
        defaultValue={state}
        options={[
          { value: "", label: t("catalogue.state.all") },
          ...DraftState.options.map((one) => ({ value: one, label: t(`catalogue.state.${one}`) })),
        ]}
      />
      <Button icon={<FilterIcon size="s" />}>{t("catalogue.filter")}</Button>
    </Form>
  );
}

function DraftTable({ items }: { items: readonly CatalogueDraft[] }) {
  const t = useT();
  return (
    <TableFrame label={t("catalogue.title")}>
      <thead>
        <tr>
          <th scope="col">{t("catalogue.name")}</th>
          <th scope="col" className="money">
            {t("catalogue.changes")}
          </th>
          <th scope="col">{t("catalogue.publication")}</th>
          <th scope="col">{t("catalogue.state")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((draft) => (
          <DraftRow key={draft.draftId} draft={draft} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function DraftRow({ draft }: { draft: CatalogueDraft }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const mayEdit = useMay()("catalogue.edit");
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const { draftId, name, state, changeCount, createdBy, createdAt, publishedAt, publishAt, requestedBy, reverts } =
    draft;
  const at = publishedAt ?? (state === "open" || state === "discarded" ? null : publishAt);
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("catalogueDraft", { network: network.id, id: draftId })}>
          <bdi>{name}</bdi>
        </TextLink>
        <span className="fine act-note">
          <Joined parts={[createdBy, formats.shortInstant(createdAt)]} />
        </span>
        {reverts !== null && <span className="fine act-note">{t("catalogue.reverts", { name: reverts.name })}</span>}
      </th>
      <td className="money">{formats.number(changeCount)}</td>
      <td>
        {at === null ? "–" : formats.shortInstant(at)}
        {at !== null && requestedBy !== null && <span className="fine act-note">{requestedBy}</span>}
      </td>
      <td>
        <DraftStamp draft={draft} />
        {state === "published" && mayEdit && <RevertForm draft={draft} idempotencyKey={idempotencyKey} />}
      </td>
    </tr>
  );
}
