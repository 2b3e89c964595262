import type { CatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Form } from "react-router";
import { href } from "../paths.ts";
import { useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** Takes back a published draft: by a new draft, which is published like any other. Sent twice, it is one. */
export function RevertForm({
  draft: { draftId, name },
  idempotencyKey,
}: {
  draft: CatalogueDraft;
  /** Of the page that shows the form. */
  idempotencyKey: string;
}) {
  const t = useT();
  const { id } = useNetwork();
  return (
    <Form method="post" action={href("catalogue", { network: id })}>
      <input type="hidden" name="what" value="revert" />
      <input type="hidden" name="draft" value={draftId} />
      <input type="hidden" name="key" value={`${idempotencyKey}-${draftId}`} />
      <Button aria-label={t("catalogue.revert.what", { name })}>{t("catalogue.revert")}</Button>
    </Form>
  );
}
