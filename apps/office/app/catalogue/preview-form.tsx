import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { EyeIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Form, useNavigation } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** Asks for a link that shows the draft in the shop. */
export function PreviewForm() {
  const t = useT();
  const busy = useNavigation().formData?.get("what") === "preview" && t("catalogue.busy");
  return (
    <Form method="post">
      <input type="hidden" name="what" value="preview" />
      <Button icon={<EyeIcon size="s" />} busy={busy}>
        {t("catalogue.preview")}
      </Button>
    </Form>
  );
}

/** The link, to open or to send. */
export function PreviewLink({ url, expiresAt }: { url: string; expiresAt: string }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Notice tone="ok" role="status" title={t("catalogue.preview.made")}>
      <p>{t("catalogue.preview.text", { until: formats.shortInstant(expiresAt) })}</p>
      <p>
        <TextLink href={url} target="_blank" rel="noopener">
          {t("catalogue.preview.open")}
        </TextLink>
      </p>
      <Field type="url" name="preview-link" label={t("catalogue.preview.link")} value={url} readOnly />
    </Notice>
  );
}
