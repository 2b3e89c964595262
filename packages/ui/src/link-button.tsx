import { ButtonText, type ButtonVariant, buttonAttributes } from "./button.tsx";
import { type AnchorProps, TextLink } from "./link.tsx";

/** A link styled as a button: it navigates and changes nothing. */
export function LinkButton({ variant, big, icon, end, children, ...rest }: AnchorProps & ButtonVariant) {
  return (
    <TextLink {...rest} {...buttonAttributes({ variant, big, end })}>
      <ButtonText icon={icon} end={end}>
        {children}
      </ButtonText>
    </TextLink>
  );
}
