import { Button } from "@guichet/ui/button.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { ShieldIcon } from "@guichet/ui/more-icons.tsx";
import { Form } from "react-router";
import { T, useT } from "../../texts/texts.tsx";
import type { ShownProvider } from "./providers.server.ts";

const aboutFederation = "https://franceconnect.gouv.fr/";

interface ProviderButtonProps {
  provider: Pick<ShownProvider, "id" | "driver" | "name" | "isDefault">;
  /** Target of the form. */
  action: string;
  /** Primary sign-in method of the page. */
  main?: boolean;
}

/** Button of an identity provider. It is a form because it leaves the site; the federation's button uses the federation's own wording. */
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

/** Description of the national federation, which it requires next to each of its buttons. */
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
