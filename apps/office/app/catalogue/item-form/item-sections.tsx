import { PackArticle, PackCatalogue } from "@guichet/contract/network-pack.ts";
import type { DraftItemKind } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { NetworkItem, type NetworkItemKind } from "@guichet/contract/office/catalogue/network-items.ts";
import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import type { z } from "zod";
import { useT } from "../../shell/texts.tsx";
import { fieldPlace } from "../item-kinds.ts";
import { FieldControl } from "./field-controls.tsx";
import type { ShownForm } from "./form-values.ts";
import { type FieldKey, type FormSection, fieldsOf, formSections, type ItemField } from "./item-fields.ts";
import { isRequired } from "./typed-item.ts";

/** Notes of a field: its value in the live catalogue, and what a colleague changed it to. */
export interface FieldNote {
  live?: ReactNode;
  current?: ReactNode;
  isConflict: boolean;
}

interface ItemSectionsProps {
  form: ShownForm;
  noteOf(key: FieldKey): FieldNote | null;
}

/** The fields of an item by what they are about. */
export function ItemSections({ form, noteOf }: ItemSectionsProps) {
  const t = useT();
  const fields = fieldsOf(form.kind);
  const sections = formSections.filter((name) => fields.some(({ section }) => section === name));
  return (
    <>
      {sections.length > 2 && (
        <nav aria-label={t("catalogue.sections")}>
          <Chips label={t("catalogue.sections")}>
            {sections.map((name) => (
              <ChipLink key={name} href={`#section-${name}`}>
                {t(`catalogue.section-of.${name}`)}
              </ChipLink>
            ))}
          </Chips>
        </nav>
      )}
      <fieldset className="catalogue-whole" disabled={!form.isEditable}>
        {sections.map((name) => (
          <Sheet key={name} id={`section-${name}`} title={t(`catalogue.section-of.${name}`)}>
            {name === "advanced" && <p className="soft small">{t("catalogue.section-of.advanced.text")}</p>}
            <SectionFields form={form} noteOf={noteOf} name={name} />
          </Sheet>
        ))}
      </fieldset>
    </>
  );
}

function SectionFields({ form, noteOf, name }: ItemSectionsProps & { name: FormSection }) {
  const rows = rowsOf(fieldsOf(form.kind).filter(({ section }) => section === name));
  return (
    <Stack>
      {rows.map((fields) => (
        <div key={fields[0]?.key} className={fields.length > 1 ? "catalogue-row" : undefined}>
          {fields.map((field) => (
            <OneField key={field.key} form={form} field={field} note={noteOf(field.key)} />
          ))}
        </div>
      ))}
    </Stack>
  );
}

type KeyedField = ItemField & { key: FieldKey };
const isShort = ({ control: { is } }: KeyedField): boolean =>
  ["text", "money", "percent", "integer", "instant", "one", "one-item", "day"].includes(is);

/** Short fields side by side, everything else in a row of its own. */
function rowsOf(fields: readonly KeyedField[]): KeyedField[][] {
  const rows: KeyedField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (last?.[0] !== undefined && isShort(field) && isShort(last[0])) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

const shapes: Record<DraftItemKind, Readonly<Record<string, z.ZodType>>> = {
  article: PackArticle.shape,
  category: PackCatalogue.shape.categories.element.shape,
  group: PackCatalogue.shape.groups.unwrap().element.shape,
  tariff: PackCatalogue.shape.tariffs.unwrap().element.shape,
  "document-type": PackCatalogue.shape.documentTypes.unwrap().element.shape,
  status: PackCatalogue.shape.statuses.unwrap().element.shape,
  ...networkShapes(),
};

function networkShapes() {
  const shapesOf = (kind: NetworkItemKind) =>
    NetworkItem.options.find((option) => option.shape.kind.value === kind)?.shape.definition.shape ?? {};
  return {
    ...{ appearance: shapesOf("appearance"), messages: shapesOf("messages"), contact: shapesOf("contact") },
    ...{ accessibility: shapesOf("accessibility"), switches: shapesOf("switches"), limits: shapesOf("limits") },
    "legal-text": shapesOf("legal-text"),
  };
}

/** Whether an item of a kind cannot be without a value of this key. */
const isNeeded = (kind: DraftItemKind, { key, control }: ItemField & { key: FieldKey }): boolean =>
  isRequired(control) || shapes[kind][key]?.safeParse(undefined).success === false;

const withHint = [
  ...([
    "id",
    "type",
    "section",
    "group",
    "zone",
    "figure",
    "tags",
    "searchWords",
    "promoPrice",
    "remainingPrice",
  ] as const),
  ...(["paymentOptions", "requiredDocuments", "salesFrom", "salesEndsAt", "pivot", "useWithin", "options"] as const),
  ...(["products", "maxBuyAtOnce", "transferMinutes", "renewalInterval", "refund", "fields", "advice"] as const),
  ...(["originDestination", "productTypeIndex", "icon", "validFor", "qualifiedBy", "description", "summary"] as const),
  ...(["accent", "banner", "dataProtection", "guestOrders", "mediaSignin", "mediaTunnel", "profiling"] as const),
  ...(["mediaTunnelPairing", "multipleInstallments", "fareAdviser", "consentBoxes", "guestMaxAmount"] as const),
  ...(["suspendUnpaidAfterDays", "debitRetryAfterDays", "updatedOn", "texts"] as const),
] as const satisfies readonly FieldKey[];

function OneField({ form, field, note }: { form: ShownForm; field: KeyedField; note: FieldNote | null }) {
  const t = useT();
  const { key } = field;
  if (field.control.is === "fixed") return <input type="hidden" name={key} value={form.typed[key]?.[0] ?? ""} />;
  const hinted = withHint.find((one) => one === key);
  const details = form.faults.filter((fault) => fault.key === key && fault.message !== null);
  return (
    <div id={fieldPlace(key)} className="catalogue-field" data-changed={note === null ? undefined : ""}>
      <FieldControl
        field={field}
        form={form}
        label={t(`catalogue.field.${key}`)}
        hint={hinted === undefined || (hinted === "id" && !form.isNew) ? undefined : t(`catalogue.hint.${hinted}`)}
        mark={isNeeded(form.kind, field) && key !== "id" ? t("catalogue.required") : undefined}
      />
      {details.map(({ message }) => (
        <p key={message} lang="en" className="small catalogue-json">
          {message}
        </p>
      ))}
      {note?.isConflict && <Notice tone="bad">{t("catalogue.conflict.field")}</Notice>}
      {note?.live !== undefined && <ComparedValue label={t("catalogue.live")}>{note.live}</ComparedValue>}
      {note?.current !== undefined && <ComparedValue label={t("catalogue.current")}>{note.current}</ComparedValue>}
    </div>
  );
}

function ComparedValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="catalogue-compared small">
      <span className="soft">{label}</span>
      <div>{children}</div>
    </div>
  );
}
