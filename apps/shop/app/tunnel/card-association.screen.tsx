import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
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
import { faultsOf, sentBack, typedOf } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { todayOf, useToday } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { CardFields } from "../transport-cards/card-fields.tsx";
import { readCardData } from "../transport-cards/card-forms.ts";
import { cardFault, cardText } from "../transport-cards/card-texts.ts";
import { tunnelPeople } from "./tunnel.server.ts";
import { TunnelFrame } from "./tunnel-frame.tsx";
import type { TunnelState } from "./tunnel-state.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const { travellers } = await tunnelPeople(requestContextOf(context));
  return data({ travellers }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Links the passenger's card, and returns to the choice with that card selected. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const read = readCardData(typed, todayOf(ctx));
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const passenger = typed.traveller ?? "";
  const linked = await reached(() => ctx.call("registerMedia", read.value, { userId: passenger }));
  if (!linked.ok) {
    const details = "details" in linked ? linked.details : {};
    return data(sentBack([cardFault(linked.code, details)], typed), { status: 422 });
  }
  const query = { passenger, linked: linked.value.media.id };
  return redirect(href("tunnelMedia", undefined, query), { status: 303 });
}

/** Links an existing card of a passenger by its number and their birth date (§2 "/tunnel/card/association"). */
export default function TunnelCardAssociation() {
  const t = useT();
  const today = useToday();
  const answer = useActionData<typeof action>();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readCardData(typed, today())),
    words: (fault) => cardText(t, fault),
    answer,
  });
  return (
    <TunnelFrame
      step="association"
      title={t("tunnel.association.title")}
      text={t("tunnel.association.text")}
      faulty={form.faulty}
      back={() => ({ href: href("tunnelMedia"), label: t("tunnel.media.title") })}
    >
      {(state) => <Association state={state} form={form} />}
    </TunnelFrame>
  );
}

function Association({ state, form }: { state: TunnelState; form: ReturnType<typeof useCheckedForm> }) {
  const t = useT();
  const { travellers } = useLoaderData<typeof loader>();
  const passengers = travellers.filter(({ userId }) => state.passengers.some(({ id }) => id === userId));
  return (
    <>
      {form.summary}
      <Sheet>
        <Form method="post" {...form.props} className="stack">
          <Select
            name="traveller"
            label={t("tunnel.association.of")}
            error={form.error("traveller")}
            defaultValue={form.value("traveller") ?? passengers[0]?.userId ?? ""}
            options={passengers.map(({ userId, name }) => ({ value: userId, label: name }))}
          />
          <CardFields form={form} />
          <Button variant="main" big busy={form.busy && t("tunnel.association.busy")}>
            {t("tunnel.association.submit")}
          </Button>
        </Form>
      </Sheet>
    </>
  );
}
