import { ChipLink, ChipQuestion } from "@guichet/ui/chip.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { Product } from "./product.ts";

/** Zone and audience of the article's group as links to the article that has them (decision 130). */
export function SiblingChoice({ siblings }: Pick<Product, "siblings">) {
  const t = useT();
  return siblings.map(({ aspect, options }) => (
    <ChipQuestion key={aspect} id={`group-${aspect}`} question={t(`catalogue.group.${aspect}`)}>
      {options.map(({ id, value, isChosen }) => (
        <ChipLink key={value} href={href("product", { id })} current={isChosen}>
          {value}
        </ChipLink>
      ))}
    </ChipQuestion>
  ));
}
