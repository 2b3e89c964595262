import { Button } from "@guichet/ui/button.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { ShieldIcon } from "@guichet/ui/more-icons.tsx";
import { Form } from "react-router";
import { T, useT } from "../../texts/texts.tsx";
import type { ShownProvider } from "./providers.server.ts";

const aboutFederation = "https://franceconnect.gouv.fr/";

interface ProviderButtonProps {
  provider: Pick<ShownProvider, "id" | "driver" | "name" | "isDefault">;
  /** Where the form goes. */
  action: string;
  /** The first and best way of the page. */
  main?: boolean;
}

/** A sign-in method by an identity provider: a form, because it leads away; the federation's says in its own words what it is. */
export function ProviderButton({ provider, action, main }: ProviderButtonProps) {
  const t = useT();
  const isNational = provider.driver === "FRANCECONNECT";
  return (
    <Form method="post" action={action} reloadDocument className="stack" data-gap="m">
      <input type="hidden" name="provider" value={provider.id} />
      {isNational ? (
        <Button variant="state" big icon={<ShieldIcon />}>
          {t("identity.provider.national")}
        </Button>
      ) : (
        <Button variant={main ? "main" : "plain"} big>
          <span dir="auto">{t("identity.provider.custom", { name: provider.name })}</span>
        </Button>
      )}
      {isNational && <AboutFederation />}
    </Form>
  );
}

/** What the national federation is, as it asks to be explained wherever its button stands. */
export function AboutFederation() {
  return (
    <p className="small soft">
      <T
        id="identity.provider.national.about"
        components={{ about: <TextLink href={aboutFederation} rel="noreferrer" /> }}
      />
    </p>
  );
}
