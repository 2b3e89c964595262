import { Button } from "@guichet/ui/button.tsx";
import { FileField } from "@guichet/ui/forms/file-field.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { useT } from "../shell/texts.tsx";

interface CardFileFormProps {
  label: string;
  /** Formats, limits and columns of the file. */
  hint: string;
  /** The digest of the file that was checked last. */
  digest: string | undefined;
  /** What the confirmation does, in words; undefined: there is nothing to confirm. */
  confirm: { does: string; doing: string } | undefined;
  /** Fields before the buttons. */
  children?: ReactNode;
}

/** Form that checks a file of card numbers, then confirms what it does. The browser keeps the file between the two. */
export function CardFileForm({ label, hint, digest, confirm, children }: CardFileFormProps) {
  const t = useT();
  const { state, formData } = useNavigation();
  const busy = state === "idle" ? undefined : formData?.get("what");
  return (
    <Sheet>
      <Form method="post" encType="multipart/form-data">
        <Stack>
          {digest !== undefined && <input type="hidden" name="digest" value={digest} />}
          <FileField name="file" label={label} hint={hint} accept=".csv,.txt,text/csv,text/plain" required />
          {children}
          {confirm && (
            <noscript>
              <p>{t("transport-cards.import.again")}</p>
            </noscript>
          )}
          <div className="row">
            <Button
              variant={confirm ? "plain" : "main"}
              name="what"
              value="preview"
              busy={busy === "preview" && t("transport-cards.import.checking")}
            >
              {t("transport-cards.import.check")}
            </Button>
            {confirm && (
              <Button variant="main" name="what" value="confirm" busy={busy === "confirm" && confirm.doing}>
                {confirm.does}
              </Button>
            )}
          </div>
        </Stack>
      </Form>
    </Sheet>
  );
}
