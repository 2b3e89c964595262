import { draftNameMaxLength } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import type { CatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { EditIcon } from "@guichet/ui/more-icons.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { networkItems } from "../catalogue/item-kinds.ts";
import { useItemTitle } from "../catalogue/item-title.ts";
import { useT } from "../shell/texts.tsx";
import { newDraft } from "./open-in-draft.ts";

/** Chooses settings or a legal text, and the draft in which they are changed. */
export function DraftingForm({
  drafts,
  idempotencyKey,
}: {
  drafts: readonly CatalogueDraft[];
  idempotencyKey: string;
}) {
  const t = useT();
  const titleOf = useItemTitle();
  const busy = useNavigation().formData?.get("what") === "draft" && t("settings.busy");
  return (
    <Sheet id="change" title={t("settings.change")}>
      <Form method="post">
        <input type="hidden" name="what" value="draft" />
        <input type="hidden" name="key" value={idempotencyKey} />
        <Stack>
          <p className="small soft">{t("settings.change.text")}</p>
          <Select
            label={t("settings.change.what")}
            name="item"
            options={networkItems.map(({ kind, itemId }) => ({
              value: `${kind}/${itemId}`,
              label: titleOf(kind, itemId, itemId),
            }))}
          />
          <Select
            label={t("settings.change.draft")}
            name="draft"
            defaultValue={newDraft}
            options={[
              { value: newDraft, label: t("settings.change.new-draft") },
              ...drafts.map(({ draftId, name }) => ({ value: draftId, label: name })),
            ]}
          />
          <Field
            name="name"
            label={t("settings.change.name")}
            defaultValue={t("settings.change.default-name")}
            maxLength={draftNameMaxLength}
            autoComplete="off"
          />
          <Button variant="main" icon={<EditIcon size="s" />} busy={busy}>
            {t("settings.change.open")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}
