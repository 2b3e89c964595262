import { dayIn } from "@guichet/rules/days.ts";
import { BackLink } from "@guichet/ui/back-link.tsx";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/error-summary.tsx";
import { MailIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { KeyIcon, ShieldIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { Plate } from "@guichet/ui/plate.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import { Form, useSearchParams } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { AddressText } from "../identity/forms/email-text.tsx";
import { formText } from "../identity/forms/form-texts.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { SignInMethods } from "./sign-in-methods.server.ts";

type Way = SignInMethods["ways"][number];
const tellings = ["linked", "unlinked", "added", "replaced", "sent"] as const;

/** The ways to sign in of the account: since when, what can be linked or unlinked, and what just happened. */
export function SignInMethodsView({ ways: { ways, offers, isNationalOnly } }: { ways: SignInMethods }) {
  const t = useT();
  const [search] = useSearchParams();
  const told = tellings.find((known) => known === search.get("told"));
  const refused = search.get("refused");
  return (
    <Page narrow>
      <Title faulty={refused ? t("shell.form.faulty") : undefined}>{t("accounts.ways")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      {refused && (
        <ErrorSummary title={t("shell.form.problem")} errors={[{ message: formText(t, { code: refused }) }]} />
      )}
      {told && <Notice tone="ok" role="status" title={t(`accounts.ways.told.${told}`)} />}
      <PageHead title={t("accounts.ways")}>{t("accounts.ways.text")}</PageHead>
      <Sheet list>
        {ways.map((way) => (
          <SignInMethodItem key={way.providerId} way={way} isOnly={ways.length === 1} />
        ))}
      </Sheet>
      {ways.length === 1 && <p className="soft">{t("accounts.ways.only")}</p>}
      {(offers.length > 0 || isNationalOnly) && (
        <section className="stack" data-gap="m" aria-labelledby="more-ways">
          <h2 id="more-ways">{t("accounts.ways.more")}</h2>
          <Sheet list>
            {isNationalOnly && (
              <Item
                href={href("identityAdd")}
                icon={plate(<MailIcon />)}
                name={t("accounts.ways.password")}
                note={t("accounts.ways.password.note")}
              />
            )}
            {isNationalOnly && (
              <Item
                href={href("identityReplace")}
                icon={plate(<KeyIcon />)}
                name={t("accounts.ways.replace")}
                note={t("accounts.ways.replace.note")}
              />
            )}
            {offers.map(({ id, driver, name }) => (
              <Item
                key={id}
                href={href("account", undefined, { edit: "link", provider: id })}
                icon={plate(driver === "FRANCECONNECT" ? <ShieldIcon /> : <KeyIcon />)}
                name={t("accounts.ways.link", { name })}
              />
            ))}
          </Sheet>
        </section>
      )}
    </Page>
  );
}

function SignInMethodItem({ way, isOnly }: { way: Way; isOnly: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePageContext().network;
  const isUnconfirmed = way.driver === null && !way.emailVerified;
  const dates = [
    t("accounts.ways.since", { day: formats.shortDay(dayIn(way.createdAt, timeZone)) }),
    way.synchronisedAt === null
      ? ""
      : t("accounts.ways.synchronised", { instant: formats.shortInstant(way.synchronisedAt) }),
  ];
  return (
    <Item
      icon={plate(way.driver === null ? <MailIcon /> : way.driver === "FRANCECONNECT" ? <ShieldIcon /> : <KeyIcon />)}
      name={way.driver === null ? t("accounts.ways.password") : <bdi>{way.name}</bdi>}
      note={
        <>
          {way.email !== null && (
            <>
              <AddressText>{way.email}</AddressText>
              <br />
            </>
          )}
          {dates.filter(Boolean).join(" · ")}
          {isUnconfirmed && (
            <>
              <br />
              {t("accounts.ways.unconfirmed")}
            </>
          )}
        </>
      }
      end={isUnconfirmed ? <SendAgain /> : way.driver === null || isOnly ? <span /> : <Unlink way={way} />}
    />
  );
}

/** The letter whose link confirms the address. */
function SendAgain() {
  const t = useT();
  return (
    <Form method="post">
      <input type="hidden" name="what" value="confirm-email" />
      <Button>{t("accounts.ways.confirm")}</Button>
    </Form>
  );
}

function Unlink({ way: { driver, providerId, name } }: { way: Way }) {
  const t = useT();
  const to =
    driver === "FRANCECONNECT"
      ? href("fcDeleteIdentity")
      : href("account", undefined, { edit: "unlink", provider: providerId });
  return (
    <LinkButton href={to} aria-label={t("accounts.ways.unlink-one", { name })}>
      {t("accounts.ways.unlink")}
    </LinkButton>
  );
}

const plate = (icon: ReactNode) => <Plate size="l">{icon}</Plate>;
