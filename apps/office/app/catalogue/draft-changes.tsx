import {
  type CatalogueDraft,
  catalogueItemKinds,
  type DraftChange,
  draftItemKinds,
} from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { ToolButton } from "@guichet/ui/tool.tsx";
import { VisuallyHidden } from "@guichet/ui/visually-hidden.tsx";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { z } from "zod";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { changedParagraphs } from "./changed-paragraphs.ts";
import { ChangeStamp } from "./draft-stamp.tsx";
import { fieldsOf } from "./item-form/item-fields.ts";
import { differing, nameOf, textsIn, useValueWords, type ValueNames } from "./item-form/value-words.tsx";
import { fieldHref, itemHref, itemsHref } from "./item-kinds.ts";
import { useItemTitle } from "./item-title.ts";
import { ParagraphChanges } from "./paragraph-changes.tsx";

interface DraftChangesProps {
  draft: CatalogueDraft;
  changes: readonly DraftChange[];
  names: ValueNames;
}

/** What a draft changes, by kind: each item with its values before and after. */
export function DraftChanges({ draft, changes, names }: DraftChangesProps) {
  const t = useT();
  const kinds = [...draftItemKinds, "order" as const].filter((kind) => changes.some((one) => one.kind === kind));
  return (
    <section aria-labelledby="changes">
      <Stack>
        <h2 id="changes">{t("catalogue.changes")}</h2>
        {changes.length === 0 && <Notice>{t("catalogue.changes.none")}</Notice>}
        {kinds.map((kind) => (
          <Sheet key={kind} id={`changes-${kind}`} title={t(`catalogue.kind.${kind}`)}>
            <ul className="catalogue-changes">
              {changes
                .filter((change) => change.kind === kind)
                .map((change) => (
                  <ChangedItem key={change.itemId} draft={draft} change={change} names={names} />
                ))}
            </ul>
          </Sheet>
        ))}
      </Stack>
    </section>
  );
}

function ChangedItem({ draft, change, names }: { draft: CatalogueDraft; change: DraftChange; names: ValueNames }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const mayEdit = useMay()("catalogue.edit") && draft.state === "open";
  const { kind, itemId, name, conflicts, changedBy, changedAt } = change;
  const place = { network: network.id, draft: draft.draftId };
  const ordered = catalogueItemKinds.find((one) => one === itemId);
  const conflictAt = conflicts.find((key) => key !== "*") ?? null;
  const titleOf = useItemTitle();
  const title =
    kind === "order" ? (ordered === undefined ? name : t(`catalogue.kind.${ordered}`)) : titleOf(kind, itemId, name);
  const link =
    kind === "order"
      ? ordered && itemsHref({ ...place, kind: ordered })
      : change.change === "withdrawn"
        ? undefined
        : itemHref({ ...place, kind }, itemId);
  return (
    <li>
      <div className="act-title">
        <h3>
          {link === undefined ? <bdi>{title}</bdi> : <TextLink href={link}>{title}</TextLink>}
          {catalogueItemKinds.some((one) => one === kind) && (
            <span className="fine act-note">
              <bdi translate="no">{itemId}</bdi>
            </span>
          )}
        </h3>
        {kind !== "order" && <ChangeStamp change={change.change} />}
      </div>
      {conflicts.length > 0 && (
        <Conflict change={change} link={kind === "order" ? link : fieldHref({ ...place, kind }, itemId, conflictAt)} />
      )}
      {kind === "order" ? (
        <OrderChange change={change} names={names} />
      ) : (
        change.fields.length > 0 && (
          <dl className="catalogue-comparison">
            {change.fields.map(({ field, before, after }) => (
              <div key={field} data-conflict={conflicts.includes(field) ? "" : undefined}>
                <dt>
                  <FieldName kind={kind} field={field} />
                  {conflicts.includes(field) && <Stamp tone="bad">{t("catalogue.conflict")}</Stamp>}
                </dt>
                <dd>
                  <ValueChange kind={kind} field={field} before={before} after={after} names={names} />
                </dd>
              </div>
            ))}
          </dl>
        )
      )}
      <div className="act-title">
        <span className="fine soft">
          <Joined parts={[changedBy, formats.shortInstant(changedAt)]} />
        </span>
        {mayEdit && <TakeOut draft={draft} change={change} title={title} />}
      </div>
    </li>
  );
}

function Conflict({ change, link }: { change: DraftChange; link: string | undefined }) {
  const t = useT();
  return (
    <Notice tone="bad" title={t("catalogue.conflict.title")}>
      {t(change.conflicts.includes("*") ? "catalogue.conflict.item" : "catalogue.conflict.text")}{" "}
      {link !== undefined && <TextLink href={link}>{t("catalogue.conflict.open")}</TextLink>}
    </Notice>
  );
}

/** Takes the change of one item out of the draft. */
function TakeOut({
  draft,
  change: { kind, itemId },
  title,
}: {
  draft: CatalogueDraft;
  change: DraftChange;
  title: string;
}) {
  const t = useT();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="what" value="restore" />
      <input type="hidden" name="version" value={draft.version} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="item" value={itemId} />
      <ToolButton aria-label={t("catalogue.take-out.what", { name: title })}>{t("catalogue.take-out")}</ToolButton>
    </Form>
  );
}

type ItemKind = Exclude<DraftChange["kind"], "order">;

/** The name of a key; one of another version is shown as it is. */
function FieldName({ kind, field }: { kind: ItemKind; field: string }) {
  const t = useT();
  const known = fieldsOf(kind).find(({ key }) => key === field);
  return known === undefined ? <code>{field}</code> : t(`catalogue.field.${known.key}`);
}

interface ValueChangeProps {
  kind: ItemKind;
  field: string;
  before: string | null;
  after: string | null;
  names: ValueNames;
}

/** A value before and after; of texts, only the languages that change. */
function ValueChange({ kind, field, before, after, names }: ValueChangeProps) {
  const say = useValueWords(names);
  const [was, will] = differing(kind, field, parsed(before), parsed(after));
  if (kind === "legal-text" && field === "texts") return <LegalTextChange before={was} after={will} />;
  return <BeforeAfter before={say(kind, field, was)} after={say(kind, field, will)} />;
}

/** What changes of a legal text in each language, by paragraphs: a whole one would be pages long. */
function LegalTextChange({ before, after }: { before: unknown; after: unknown }) {
  const formats = useFormats();
  const [old, next] = [textsIn(before) ?? {}, textsIn(after) ?? {}];
  return [...new Set([...Object.keys(next), ...Object.keys(old)])].map((language) => (
    <div key={language}>
      <p className="fine soft">{formats.language(language)}</p>
      <ParagraphChanges language={language} paragraphs={changedParagraphs(old[language] ?? "", next[language] ?? "")} />
    </div>
  ));
}

function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  const t = useT();
  return (
    <div className="catalogue-before-after">
      <div data-was="">
        <VisuallyHidden>{t("catalogue.before")} </VisuallyHidden>
        {before}
      </div>
      <div>
        <VisuallyHidden>{t("catalogue.after")} </VisuallyHidden>
        {after}
      </div>
    </div>
  );
}

const Ids = z.array(z.string());

/** The sequence of a kind before and after, by the names of the items. */
function OrderChange({ change: { itemId, fields }, names }: { change: DraftChange; names: ValueNames }) {
  const t = useT();
  const kind = catalogueItemKinds.find((one) => one === itemId);
  const named = (text: string | null) => (
    <ol className="catalogue-order small">
      {(Ids.safeParse(parsed(text)).data ?? []).map((id) => (
        <li key={id}>{kind === undefined ? id : nameOf(names, kind, id)}</li>
      ))}
    </ol>
  );
  const [sequence] = fields;
  if (sequence === undefined) return null;
  return (
    <Disclosure summary={t("catalogue.order")}>
      <BeforeAfter before={named(sequence.before)} after={named(sequence.after)} />
    </Disclosure>
  );
}

/** A value from JSON; null: absent. */
function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
