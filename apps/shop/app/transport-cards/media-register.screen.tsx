import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Or } from "@guichet/ui/or.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack, sentBack, typedOf } from "../forms/form-values.ts";
import { formFaultField } from "../identity/forms/fault-fields.ts";
import { readRegistration } from "../identity/forms/sign-in-forms.ts";
import { register } from "../identity/registration/register.server.ts";
import { RegistrationForm } from "../identity/registration/registration-form.tsx";
import { withNext } from "../identity/return-path.ts";
import { reached } from "../identity/sign-in.server.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { todayOf, useToday } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { readCardData } from "./card-forms.ts";
import { CardSearchForm } from "./card-search-form.tsx";
import { cardText } from "./card-texts.ts";
import { clearFoundCard, type FoundCard, foundCard, linkFoundCard, searchCard } from "./found-card.server.ts";
import { FoundCardDrawing } from "./found-card.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  if (await ctx.session.holder()) throw redirect(href("transportCards"));
  if (!ctx.network.switches.mediaSignin) throw redirect(href("auth"));
  const ways = await ctx.call("getAuthenticationConfiguration", {});
  return data({ found: foundCard(ctx), emailPassword: ways.ok && ways.value.emailPassword }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Searches the card, then creates the account and links the card. The account remains if the card can no longer be linked. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  if (typed.what === "again") {
    clearFoundCard(ctx);
    return redirect(href("authMediaRegister"), { status: 303 });
  }
  if (typed.what === "search") {
    const read = readCardData(typed, todayOf(ctx));
    if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
    const searched = await searchCard(ctx, read.value);
    if (!searched.ok) return data(sentBack([searched.fault], typed), { status: 422 });
    return redirect(href("authMediaRegister"), { status: 303 });
  }
  const read = readRegistration(typed, todayOf(ctx), isCommonPassword);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const made = await reached(() => register(ctx, read.value));
  if (!made.ok) {
    const code = made.code === "EMAIL_EXISTS" ? "CARD_EMAIL_TAKEN" : made.code;
    return data(sentBack([{ code, field: formFaultField(made.code, "register") }], typed), { status: 422 });
  }
  const linked = await linkFoundCard(ctx);
  if (!linked.ok) return redirect(href("transportCards", undefined, { flash: linked.fault.code }), { status: 303 });
  const next = href("transportCards", undefined, { flash: "linked" });
  return redirect(withNext("unverifiedAccount", next, { sent: String(made.retryAfterSeconds) }), { status: 303 });
}

/** Registration with an existing card (§2 "/auth/media/register"): the search, then the account. */
export default function MediaRegister() {
  const t = useT();
  const { found, emailPassword } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (!found) {
    return (
      <CardSearchForm
        title={t("transport-cards.register.title")}
        text={t("transport-cards.register.text")}
        answer={answer}
      />
    );
  }
  if (found.isLinked || !emailPassword) return <SignInInstead found={found} />;
  return <AccountWithCard found={found} answer={answer} />;
}

function AccountWithCard({ found, answer }: { found: FoundCard; answer: SentBack | undefined }) {
  const t = useT();
  const today = useToday();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readRegistration(typed, today())),
    words: (fault) => cardText(t, fault),
    answer,
    what: "register",
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("transport-cards.register.title")}</Title>
      {form.summary}
      <PageHead title={t("transport-cards.register.title")}>{t("transport-cards.register.with")}</PageHead>
      <FoundCardDrawing found={found} />
      <RegistrationForm form={form} what="register" />
      <Or>{t("transport-cards.register.have")}</Or>
      <LinkButton href={withNext("auth", href("transportCards"))}>{t("transport-cards.found.sign-in")}</LinkButton>
      <OtherCard />
    </Page>
  );
}

function SignInInstead({ found }: { found: FoundCard }) {
  const t = useT();
  return (
    <Page narrow>
      <Title>{t("transport-cards.register.title")}</Title>
      <PageHead title={t("transport-cards.register.title")} />
      <FoundCardDrawing found={found} />
      {found.isLinked && <Notice>{t("transport-cards.found.linked")}</Notice>}
      <LinkButton variant="main" big href={withNext("auth", href("transportCards"))}>
        {found.isLinked ? t("transport-cards.found.linked.sign-in") : t("transport-cards.found.sign-in")}
      </LinkButton>
      <OtherCard />
    </Page>
  );
}

function OtherCard() {
  const t = useT();
  return (
    <Form method="post">
      <input type="hidden" name="what" value="again" />
      <Button variant="quiet">{t("transport-cards.found.other")}</Button>
    </Form>
  );
}
