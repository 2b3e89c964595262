import { Button } from "@guichet/ui/button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { withNext } from "../return-path.ts";
import type { Pick } from "./profile-choice.server.ts";

interface ProfileChoiceProps {
  people: readonly Pick[];
  next: string | undefined;
  /** The picked profile is no longer available. */
  failed: boolean;
}

/** Profile picker, shown on the holder's request or if several travellers have the same password (§4). */
export function ProfileChoice({ people, next, failed }: ProfileChoiceProps) {
  const t = useT();
  return (
    <Page narrow>
      <Title>{t("identity.choose.title")}</Title>
      <BackLink href={href("login")} label={t("identity.choose.back")} />
      {failed && <Notice tone="bad" role="alert" title={t("identity.choose.failed")} />}
      <PageHead title={t("identity.choose.title")}>{t("identity.choose.text")}</PageHead>
      <Form method="post" action={withNext("login", next, { choose: "1" })} className="stack">
        <input type="hidden" name="what" value="choose" />
        {people.map(({ userId, firstName, lastName, isParent }) => (
          <Button
            key={userId}
            big
            name="userId"
            value={userId}
            end={t(isParent ? "identity.choose.holder" : "identity.choose.traveller")}
          >
            <bdi>{`${firstName} ${lastName}`.trim()}</bdi>
          </Button>
        ))}
      </Form>
    </Page>
  );
}
