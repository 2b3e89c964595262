import { Button } from "@guichet/ui/button.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useSearchParams } from "react-router";
import { accountActions } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Button that downloads all data stored for the account as one archive. */
export function OwnDataCopy() {
  const t = useT();
  const [search] = useSearchParams();
  return (
    <Sheet title={t("accounts.export.title")} id="export">
      <p className="soft">{t("accounts.export.text")}</p>
      {search.get("refused") === "export" && (
        <Notice tone="bad" role="alert">
          {t("accounts.export.refused")}
        </Notice>
      )}
      {/* A full page load: the response is a file, not a page. */}
      <Form reloadDocument method="post" action={accountActions.export}>
        <Button big icon={<DownloadIcon size="s" />}>
          {t("accounts.export.submit")}
        </Button>
      </Form>
    </Sheet>
  );
}
