import { Page } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { useCart } from "../cart/cart-state.ts";
import { sentBack, typedOf } from "../forms/form-values.ts";
import { birthDateParts } from "../identity/forms/person-fields.ts";
import { readGuest } from "../identity/forms/sign-in-forms.ts";
import { GuestStep } from "../identity/guests/guest-step.tsx";
import { InviteLogin } from "../identity/guests/invite-login.tsx";
import { enterAsGuest, reached } from "../identity/sign-in.server.ts";
import { usePageContext } from "../page/page-context.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { todayOf } from "../request-context/today.ts";
import { HolderOnly } from "../subscriptions/holder-only.tsx";
import { CheckoutGate } from "./checkout-gate.tsx";

/** Loads the sign-in page before checkout: sign in, register or, if the network allows it, continue as a guest (§6). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  if (await ctx.session.holder()) throw redirect(href("checkout"));
  const guest = (await ctx.session.account())?.user;
  const asked = new URL(request.url).searchParams.has("guest");
  const start = {
    firstName: guest?.userName ?? "",
    lastName: guest?.userLastname ?? "",
    email: guest?.userMail ?? "",
    birthday: guest?.userBirthday ?? null,
  };
  const step = asked && ctx.network.switches.guestOrders ? "guest" : "choice";
  return data({ step, start } as const, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Opens the guest's session; the address that was entered is also the one for the invoice, so it is not asked again. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const read = readGuest(typed, todayOf(ctx));
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const entered = await reached(() => enterAsGuest(ctx, read.value));
  if (!entered.ok) return data(sentBack([{ code: entered.code }], typed), { status: 422 });
  ctx.cookies.set("invoiceEmail", read.value.email);
  return redirect(href("checkout"), { status: 303 });
}

export default function InviteLoginScreen() {
  const { step, start } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { lines, articles, birthDate } = useCart();
  const { hideBirthDate } = usePageContext().network.specific;
  const bought = articles.filter(({ shopItemId }) => lines.some((line) => line.shopItemId === shopItemId));
  const asksBirthDate = !hideBirthDate && bought.some(({ isAgeLimited }) => isAgeLimited);
  const { birthday, ...known } = start;
  const holderOnly = bought.some(({ isRenewable }) => isRenewable);
  const asGuest = step === "guest" && !holderOnly;
  return (
    <Page narrow>
      <CheckoutGate>
        {asGuest ? (
          <GuestStep
            start={{ ...known, ...birthDateParts(birthDate ?? birthday) }}
            answer={answer}
            asksBirthDate={asksBirthDate}
          />
        ) : (
          <InviteLogin holderOnly={holderOnly ? <HolderOnly /> : null} />
        )}
      </CheckoutGate>
    </Page>
  );
}
