import type { LineWarning } from "@guichet/contract/cart.ts";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import type { ComponentProps } from "react";
import { usePageContext } from "../page/page-context.tsx";
import { useT } from "../texts/texts.tsx";

type DuplicateQuestionProps = Omit<ComponentProps<typeof Checkbox>, "children"> & { warning: LineWarning };

/** Asks whether the traveller is to have a pass in addition to an active subscription (decision 096). */
export function DuplicateQuestion({ warning, ...checkbox }: DuplicateQuestionProps) {
  const t = useT();
  const { user } = usePageContext();
  const { travellerId, firstName, name } = warning;
  const own = travellerId === user?.userId || firstName === "";
  return (
    <Checkbox {...checkbox}>
      {own ? t("subscriptions.duplicate.own", { name }) : t("subscriptions.duplicate", { name, firstName })}
    </Checkbox>
  );
}
