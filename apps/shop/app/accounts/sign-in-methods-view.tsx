import { dayIn } from "@guichet/rules/dates/days.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { MailIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { KeyIcon, ShieldIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Plate } from "@guichet/ui/tickets/plate.tsx";
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

type SignInMethod = SignInMethods["methods"][number];
const flashMessages = ["linked", "unlinked", "added", "replaced", "sent"] as const;

/** List of sign-in methods: the date of each, links to link or unlink, and the result of the last change. */
export function SignInMethodsView({ methods: { methods, offers, isNationalOnly } }: { methods: SignInMethods }) {
  const t = useT();
  const [search] = useSearchParams();
  const flash = flashMessages.find((known) => known === search.get("flash"));
  const refused = search.get("refused");
  return (
    <Page narrow>
      <Title faulty={refused ? t("shell.form.faulty") : undefined}>{t("accounts.sign-in-methods")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      {refused && (
        <ErrorSummary title={t("shell.form.problem")} errors={[{ message: formText(t, { code: refused }) }]} />
      )}
      {flash && <Notice tone="ok" role="status" title={t(`accounts.sign-in-methods.flash.${flash}`)} />}
      <PageHead title={t("accounts.sign-in-methods")}>{t("accounts.sign-in-methods.text")}</PageHead>
      <Sheet list>
        {methods.map((method) => (
          <SignInMethodItem key={method.providerId} method={method} isOnly={methods.length === 1} />
        ))}
      </Sheet>
      {methods.length === 1 && <p className="soft">{t("accounts.sign-in-methods.only")}</p>}
      {(offers.length > 0 || isNationalOnly) && (
        <section className="stack" data-gap="m" aria-labelledby="more-ways">
          <h2 id="more-ways">{t("accounts.sign-in-methods.more")}</h2>
          <Sheet list>
            {isNationalOnly && (
              <Item
                href={href("identityAdd")}
                icon={plate(<MailIcon />)}
                name={t("accounts.sign-in-methods.password")}
                note={t("accounts.sign-in-methods.password.note")}
              />
            )}
            {isNationalOnly && (
              <Item
                href={href("identityReplace")}
                icon={plate(<KeyIcon />)}
                name={t("accounts.sign-in-methods.replace")}
                note={t("accounts.sign-in-methods.replace.note")}
              />
            )}
            {offers.map(({ id, driver, name }) => (
              <Item
                key={id}
                href={href("account", undefined, { edit: "link", provider: id })}
                icon={plate(driver === "FRANCECONNECT" ? <ShieldIcon /> : <KeyIcon />)}
                name={t("accounts.sign-in-methods.link", { name })}
              />
            ))}
          </Sheet>
        </section>
      )}
    </Page>
  );
}

function SignInMethodItem({ method, isOnly }: { method: SignInMethod; isOnly: boolean }) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePageContext().network;
  const isUnconfirmed = method.driver === null && !method.emailVerified;
  const dates = [
    t("accounts.sign-in-methods.since", { day: formats.shortDay(dayIn(method.createdAt, timeZone)) }),
    method.synchronisedAt === null
      ? ""
      : t("accounts.sign-in-methods.synchronised", { instant: formats.shortInstant(method.synchronisedAt) }),
  ];
  return (
    <Item
      icon={plate(
        method.driver === null ? <MailIcon /> : method.driver === "FRANCECONNECT" ? <ShieldIcon /> : <KeyIcon />,
      )}
      name={method.driver === null ? t("accounts.sign-in-methods.password") : <bdi>{method.name}</bdi>}
      note={
        <>
          {method.email !== null && (
            <>
              <AddressText>{method.email}</AddressText>
              <br />
            </>
          )}
          {dates.filter(Boolean).join(" · ")}
          {isUnconfirmed && (
            <>
              <br />
              {t("accounts.sign-in-methods.unconfirmed")}
            </>
          )}
        </>
      }
      end={isUnconfirmed ? <SendAgain /> : method.driver === null || isOnly ? <span /> : <Unlink method={method} />}
    />
  );
}

/** Button that resends the verification e-mail. */
function SendAgain() {
  const t = useT();
  return (
    <Form method="post">
      <input type="hidden" name="what" value="confirm-email" />
      <Button>{t("accounts.sign-in-methods.confirm")}</Button>
    </Form>
  );
}

function Unlink({ method: { driver, providerId, name } }: { method: SignInMethod }) {
  const t = useT();
  const to =
    driver === "FRANCECONNECT"
      ? href("fcDeleteIdentity")
      : href("account", undefined, { edit: "unlink", provider: providerId });
  return (
    <LinkButton href={to} aria-label={t("accounts.sign-in-methods.unlink-one", { name })}>
      {t("accounts.sign-in-methods.unlink")}
    </LinkButton>
  );
}

const plate = (icon: ReactNode) => <Plate size="l">{icon}</Plate>;
