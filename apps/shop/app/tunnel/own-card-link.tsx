import { CardIcon } from "@guichet/ui/icons.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";

/** Link to associate a passenger's card that is not in the account yet. */
export function OwnCardLink() {
  const t = useT();
  return (
    <p>
      <LinkButton variant="quiet" href={href("tunnelCardAssociation")} icon={<CardIcon size="s" />}>
        {t("tunnel.media.owns-one")}
      </LinkButton>
    </p>
  );
}
