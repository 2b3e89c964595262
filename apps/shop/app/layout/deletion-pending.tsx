import { Button } from "@guichet/ui/button.tsx";
import { Dialog } from "@guichet/ui/dialog.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { useState } from "react";
import { Form, useLocation } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { usePageContext } from "../page/page-context.tsx";
import { accountActions, href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";

/**
 * Notice on every page while the account is scheduled for deletion (§4): cancel the deletion, sign out or continue browsing.
 * Without script it is part of the page.
 */
export function DeletionPending() {
  const t = useT();
  const formats = useFormats();
  const { user } = usePageContext();
  const { pathname } = useLocation();
  const [closedAt, setClosedAt] = useState<string>();
  if (!user?.erasesAt || closedAt === pathname) return null;
  const mayReactivate = user.isParent && !user.isGuest;
  return (
    <Dialog
      key={pathname}
      id="deletion-pending"
      title={t("shell.deletion.title")}
      close={t("shell.close")}
      open
      onClose={() => setClosedAt(pathname)}
      foot={
        <>
          {mayReactivate && (
            <Form method="post" action={accountActions.reactivate}>
              <Button variant="main">{t("shell.deletion.reactivate")}</Button>
            </Form>
          )}
          <Form method="post" action={href("logout")}>
            <Button>{t("shell.deletion.sign-out")}</Button>
          </Form>
        </>
      }
    >
      <Stack gap="m">
        <p>
          <T
            id="shell.deletion.text"
            values={{ day: formats.instant(user.erasesAt) }}
            components={{ day: <b className="wrap-anywhere" /> }}
          />
        </p>
        <p className="soft">{t(mayReactivate ? "shell.deletion.choice" : "shell.deletion.holder")}</p>
      </Stack>
    </Dialog>
  );
}
