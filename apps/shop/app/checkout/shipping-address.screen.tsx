import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { type FormEvent, useState } from "react";
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from "react-router";
import { StreetField } from "../addresses/street-field.tsx";
import { cart, useCart } from "../cart/cart-state.ts";
import { type CartDelivery, deliveryFrom } from "../cart/stored-values.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { useT } from "../texts/texts.tsx";
import { type AddressField, missingIn } from "./shipping-address.ts";

/** Loads the address from the account so that it is not asked again (WCAG 3.3.7). */
export async function loader({ context }: LoaderFunctionArgs): Promise<CartDelivery | null> {
  const user = (await requestContextOf(context).session.account())?.user;
  if (!user) return null;
  const { address } = user;
  return {
    fullname: `${user.userName} ${user.userLastname}`.trim(),
    addressRoute: address?.addressRoute ?? "",
    addressPostalCode: address?.addressPostalCode ?? "",
    addressCity: address?.addressCity ?? "",
    addressState: address?.addressState ?? "",
  };
}

const nothing: CartDelivery = {
  fullname: "",
  addressRoute: "",
  addressPostalCode: "",
  addressCity: "",
  addressState: "",
};

/** Form for the shipping address (§3 "delivery"), which is saved with the cart. */
export default function ShippingAddress() {
  const known = useLoaderData<typeof loader>();
  const { delivery } = useCart();
  // The browser reads the cart after hydration; the new key then renders the form with the saved address.
  return <AddressForm key={`${useHydrated()}`} start={delivery ?? known ?? nothing} />;
}

function AddressForm({ start }: { start: CartDelivery }) {
  const t = useT();
  const navigate = useNavigate();
  const [missing, setMissing] = useState<readonly AddressField[]>([]);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const delivery = readAddress(new FormData(event.currentTarget));
    const lacking = missingIn(delivery);
    setMissing(lacking);
    if (lacking.length > 0) return;
    cart.deliver({ delivery });
    navigate(href("checkout", undefined, { step: "details" }));
  };
  const errorOf = (field: AddressField) => (missing.includes(field) ? t(wrong[field]) : undefined);
  return (
    <Page narrow>
      <Title faulty={missing.length > 0 ? t("shell.form.faulty") : undefined}>{t("checkout.address.title")}</Title>
      <BackLink href={href("checkout")} label={t("checkout.step.delivery")} />
      <ErrorSummary
        title={t("shell.form.problem")}
        errors={missing.map((field) => ({ field, message: t(wrong[field]) }))}
      />
      <PageHead title={t("checkout.address.title")}>{t("checkout.address.lead")}</PageHead>
      <form onSubmit={save} noValidate>
        <Stack>
          <AddressFields start={start} errorOf={errorOf} />
          <Button variant="main" big>
            {t("checkout.address.save")}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}

const readAddress = (form: FormData): CartDelivery => deliveryFrom((name) => String(form.get(name) ?? "").trim());

interface AddressFieldsProps {
  start: CartDelivery;
  errorOf: (field: AddressField) => string | undefined;
}

function AddressFields({ start, errorOf }: AddressFieldsProps) {
  const t = useT();
  return (
    <>
      <Field
        name="fullname"
        autoComplete="name"
        dir="auto"
        label={t("checkout.address.fullname")}
        defaultValue={start.fullname}
        error={errorOf("fullname")}
      />
      <StreetField
        label={t("checkout.address.route")}
        defaultValue={start.addressRoute}
        error={errorOf("addressRoute")}
      />
      <Field
        name="addressPostalCode"
        autoComplete="postal-code"
        label={t("checkout.address.postal-code")}
        defaultValue={start.addressPostalCode}
        error={errorOf("addressPostalCode")}
      />
      <Field
        name="addressCity"
        autoComplete="address-level2"
        dir="auto"
        label={t("checkout.address.city")}
        defaultValue={start.addressCity}
        error={errorOf("addressCity")}
      />
      <Field
        name="addressState"
        autoComplete="address-level1"
        dir="auto"
        label={t("checkout.address.state")}
        mark={t("checkout.address.optional")}
        defaultValue={start.addressState}
      />
    </>
  );
}

const wrong = {
  fullname: "checkout.address.wrong.fullname",
  addressRoute: "checkout.address.wrong.route",
  addressPostalCode: "checkout.address.wrong.postal-code",
  addressCity: "checkout.address.wrong.city",
} as const satisfies Record<AddressField, string>;
