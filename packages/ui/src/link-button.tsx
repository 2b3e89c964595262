import { type ButtonLook, ButtonText, lookOf } from "./button.tsx";
import { type AnchorProps, TextLink } from "./link.tsx";

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function LinkButton({ look, big, icon, end, children, ...rest }: AnchorProps & ButtonLook) {
  return (
    <TextLink {...rest} {...lookOf({ look, big, end })}>
      <ButtonText icon={icon} end={end}>
        {children}
      </ButtonText>
    </TextLink>
  );
}
