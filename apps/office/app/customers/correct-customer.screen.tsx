import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { type Translate, useT } from "../shell/texts.tsx";
import { correctCustomerBy, type RefusedCorrection } from "./correct-customer.ts";
import { DetailsForm, EmailForm } from "./correction-forms.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "customers.support");
  const outcome = await ctx.call("getCustomer", { customerId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { customer, languages } = outcome.value;
  const { contactEmail, phone, language, address } = customer;
  const holder = customer.travellers.find(({ isHolder }) => isHolder);
  return {
    ...{ customerId: customer.customerId, name: customer.name, email: customer.email, languages },
    ...{ isGuest: customer.isGuest, isDeleting: customer.erasesAt !== null, holderId: holder?.travellerId ?? null },
    hasPassword: customer.signInMethods.includes("password"),
    details: { contactEmail, phone, language, address },
  };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const id = params.id ?? "";
  const answer = await correctCustomerBy(ctx, network.id, id, await request.formData());
  if (typeof answer !== "string") return refused(answer.code, answer);
  const done = answer === "email" ? "corrected-email" : "corrected";
  return redirect(`${href("customer", { network: network.id, id })}?done=${done}`, { status: 303 });
}

/** Why a correction was refused, in words. */
const refusalOf = (t: Translate, { code, refusal, field }: RefusedCorrection): string => {
  if (refusal !== null) return t(`customers.correction.${refusal}`);
  return field === "language" ? t("customers.correction.language") : refusalText(t, code);
};

/** Corrects contact data of a customer, or the e-mail address of the account. */
export default function CorrectCustomer() {
  const t = useT();
  const network = useNetwork();
  const { customerId, name, email, details, languages, isGuest, isDeleting, hasPassword, holderId } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = { href: href("customer", { network: network.id, id: customerId }), label: name || email };
  const ofForm = (what: RefusedCorrection["what"]) => (answer?.what === what ? answer : undefined);
  return (
    <OfficePage
      title={t("customers.correction.title")}
      text={t("customers.correction.text")}
      back={back}
      refused={answer && refusalOf(t, answer)}
    >
      {isDeleting ? (
        <Notice tone="wait">{t("customers.correction.deleting")}</Notice>
      ) : (
        <>
          {holderId !== null && (
            <p>
              <TextLink href={href("traveller", { network: network.id, id: holderId })}>
                {t("customers.correction.name")}
              </TextLink>
            </p>
          )}
          <DetailsForm
            key={`details ${JSON.stringify(ofForm("details"))}`}
            current={details}
            languages={languages}
            refused={ofForm("details")}
          />
          <EmailForm
            key={`email ${JSON.stringify(ofForm("email"))}`}
            current={email}
            note={t(`customers.correction.email.${isGuest ? "guest" : hasPassword ? "password" : "provider"}`)}
            refused={ofForm("email")}
          />
        </>
      )}
    </OfficePage>
  );
}
